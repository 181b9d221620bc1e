// Rows as an SQLite file. All values are bound, never pasted into a statement; names of columns are our own ids.
#include "app/cli/commands/event_writers.h"

#include <cerrno>
#include <cstring>
#include <sqlite3.h>

#include <filesystem>
#include <unistd.h>

namespace lanescope::cli {
namespace {

const char* typeOf(Unit unit) { return unit == Unit::Text ? "TEXT" : "INTEGER"; }

class Database final : public EventDatabase {
public:
    explicit Database(std::string path) : m_path(std::move(path)), m_temporary(m_path + ".XXXXXX") {}
    ~Database() override {
        sqlite3_finalize(m_insert);
        sqlite3_close(m_db);
        if (!m_done && m_made) ::unlink(m_temporary.c_str());
    }
    Status open(const std::vector<Column>& columns) {
        const int file = ::mkstemp(m_temporary.data());
        if (file < 0) return failed();
        m_made = true;
        ::close(file);
        if (sqlite3_open(m_temporary.c_str(), &m_db) != SQLITE_OK) return failed();
        // The file has a name of its own until it is complete: no journal is needed to give it up.
        std::string create = "CREATE TABLE events (";
        std::string insert = "INSERT INTO events VALUES (";
        for (std::size_t c = 0; c < columns.size(); ++c) {
            create += (c == 0 ? "\"" : ", \"") + columns[c].id + "\" " + typeOf(columns[c].unit);
            insert += c == 0 ? "?" : ", ?";
        }
        for (const std::string& sql : {std::string("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN"),
                                       create + ")", std::string("CREATE TABLE about (key TEXT, value TEXT)")})
            if (sqlite3_exec(m_db, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) return failed();
        if (!prepare(insert + ")")) return failed();
        return {};
    }
    Status rows(const Table& chunk) override {
        for (const auto& row : chunk.rows) {
            for (std::size_t c = 0; c < row.size(); ++c) bind(static_cast<int>(c) + 1, row[c]);
            if (sqlite3_step(m_insert) != SQLITE_DONE) return failed();
            sqlite3_reset(m_insert);
        }
        return {};
    }
    Status finish(const std::vector<std::pair<std::string, std::string>>& about) override {
        if (!prepare("INSERT INTO about VALUES (?, ?)")) return failed();
        for (const auto& [key, value] : about) {
            bind(1, key);
            bind(2, value);
            if (sqlite3_step(m_insert) != SQLITE_DONE) return failed();
            sqlite3_reset(m_insert);
        }
        if (sqlite3_exec(m_db, "COMMIT", nullptr, nullptr, nullptr) != SQLITE_OK) return failed();
        sqlite3_finalize(m_insert);
        m_insert = nullptr;
        if (sqlite3_close(m_db) != SQLITE_OK) return failed();
        m_db = nullptr;
        std::error_code error;
        std::filesystem::rename(m_temporary, m_path, error);
        if (error) return failed(error.message().c_str());
        m_done = true;
        return {};
    }

private:
    bool prepare(const std::string& sql) {
        sqlite3_finalize(m_insert);
        m_insert = nullptr;
        return sqlite3_prepare_v2(m_db, sql.c_str(), -1, &m_insert, nullptr) == SQLITE_OK;
    }
    void bind(int at, const Cell& cell) {
        if (const auto* number = std::get_if<std::int64_t>(&cell))
            sqlite3_bind_int64(m_insert, at, *number);
        else if (const auto* value = std::get_if<double>(&cell))
            sqlite3_bind_double(m_insert, at, *value);
        else if (const auto* text = std::get_if<std::string>(&cell))
            // sqlite copies it: its own constant for that is a cast the compiler warns of
            sqlite3_bind_text64(m_insert, at, text->data(), text->size(), copying(), SQLITE_UTF8);
        else
            sqlite3_bind_null(m_insert, at);
    }
    static sqlite3_destructor_type copying() {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
        return SQLITE_TRANSIENT;
#pragma GCC diagnostic pop
    }
    Error failed(const char* message = nullptr) const {
        const char* why = message != nullptr ? message : m_db != nullptr ? sqlite3_errmsg(m_db) : std::strerror(errno);
        return {ErrorCode::NotWritable, std::string("cannot be written: ") + why, m_path,
                "choose a folder that exists, has room, and where you may write"};
    }

    std::string m_path, m_temporary;
    sqlite3* m_db = nullptr;
    sqlite3_stmt* m_insert = nullptr;
    bool m_made = false, m_done = false;
};

} // namespace

Result<std::unique_ptr<EventDatabase>> EventDatabase::create(const std::string& path,
                                                             const std::vector<Column>& columns) {
    auto out = std::make_unique<Database>(path);
    const Status opened = out->open(columns);
    if (!opened.ok()) return opened.error();
    return std::unique_ptr<EventDatabase>(std::move(out));
}

} // namespace lanescope::cli
