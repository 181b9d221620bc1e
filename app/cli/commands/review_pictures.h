// Pictures of a report, drawn by the picture program as `render` does. Without it there are none. One thread.
#pragma once

#include "app/cli/frame/load.h"
#include "core/report/make_review.h"

#include <filesystem>
#include <optional>
#include <string>

namespace lanescope::cli {

// A folder of its own for files on their way into a report; gone at the end.
class PassingFolder {
public:
    PassingFolder();
    ~PassingFolder();
    PassingFolder(const PassingFolder&) = delete;
    PassingFolder& operator=(const PassingFolder&) = delete;
    const std::filesystem::path& path() const { return m_path; } // empty: it could not be made

private:
    std::filesystem::path m_path;
};

class ReviewPictures {
public:
    enum class Notes : std::uint8_t { Drawn, Left };
    ReviewPictures(const LoadRequest& load, Notes notes);
    bool missing() const { return !m_helper; } // the picture program is not installed
    // An SVG document of the trace in `file`; empty when it could not be drawn. The names of `leftOut` are left out,
    // and what else the picture program learns; null: names stay.
    std::string draw(const std::string& file, const TraceStore& store, const report::PictureAsk& ask,
                     const Redactor* leftOut) const;
    // Of several ranks: all inputs as they were named, and what `render` takes for them.
    std::string drawRanks(const std::vector<std::string>& inputs, const std::string& title,
                          const std::vector<std::string>& options, const Redactor* leftOut) const;
    // Lays a report out as pages. Errors: MissingData without the picture program, its own.
    Status writePages(const report::Document& document, const std::string& pdf) const;

private:
    std::string run(std::vector<std::string> words, const Redactor* leftOut) const; // the picture program, for an SVG

    const LoadRequest& m_load;
    Notes m_notes;
    std::optional<std::filesystem::path> m_helper;
    PassingFolder m_folder;
};

} // namespace lanescope::cli
