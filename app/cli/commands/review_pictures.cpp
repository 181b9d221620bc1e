#include "app/cli/commands/review_pictures.h"

#include "app/cli/frame/helper_program.h"
#include "app/cli/frame/save.h"
#include "core/base/atomic_file.h"
#include "core/report/document_file.h"

#include <cstdlib>
#include <fmt/format.h>
#include <unistd.h>

namespace lanescope::cli {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostSvg = std::size_t{32} << 20;

ErrorCode codeOf(int status) { // the picture program ends with the same exit codes
    switch (status) {
    case 2:
        return ErrorCode::Usage;
    case 7:
        return ErrorCode::LimitExceeded;
    case 9:
        return ErrorCode::NotWritable;
    default:
        return ErrorCode::Internal;
    }
}

} // namespace

PassingFolder::PassingFolder() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "lanescope-report-XXXXXX").string();
    if (!error && ::mkdtemp(name.data())) m_path = name;
}

PassingFolder::~PassingFolder() {
    std::error_code error;
    if (!m_path.empty()) fs::remove_all(m_path, error);
}

ReviewPictures::ReviewPictures(const LoadRequest& load, Notes notes)
    : m_load(load), m_notes(notes), m_helper(findHelper("lanescope-render", "render")) {}

namespace {

std::string asFile(const std::string& name) { return name.starts_with('-') ? "./" + name : name; }

// In the order of their numbers, so that a machine has the same one in text and picture. None: more than a command line
// holds, and a picture that knows only some of them would show the others.
std::optional<std::string> listOf(const Redactor& names) {
    constexpr std::size_t kMost = 100'000;
    std::string out;
    for (const std::string& name : names.hidden()) {
        if (out.size() + name.size() > kMost) return std::nullopt;
        if (name.find(',') == std::string::npos) out += "," + name; // the first comma: none is taken for an option
    }
    return out;
}

} // namespace

std::string ReviewPictures::run(std::vector<std::string> words, const Redactor* leftOut) const {
    if (!m_helper || m_folder.path().empty()) return {};
    const fs::path out = m_folder.path() / "picture.svg";
    words.insert(words.end(),
                 {"--output", out.string(), "--theme", "print", "--width", "1000", "--header-width", "170"});
    if (!m_load.rulesFile.empty()) words.insert(words.end(), {"--rules", m_load.rulesFile});
    if (m_load.noIndex) words.emplace_back("--no-index");
    if (leftOut) words.emplace_back("--redact");
    const std::optional<std::string> hidden = leftOut ? listOf(*leftOut) : std::string();
    if (!hidden) return {};
    if (!hidden->empty()) words.insert(words.end(), {"--hide-names", *hidden});
    if (m_notes == Notes::Left) words.insert(words.end(), {"--notes", "none"});
    const auto status = runHelper(*m_helper, words);
    if (!status.ok() || *status != 0) return {};
    auto text = readSmallFile(out, kMostSvg);
    std::error_code error;
    fs::remove(out, error);
    return text.ok() ? std::move(*text) : std::string();
}

std::string ReviewPictures::draw(const std::string& file, const TraceStore& store, const report::PictureAsk& ask,
                                 const Redactor* leftOut) const {
    std::vector<std::string> words{asFile(file), "--title", ask.title};
    const RankTime zero = store.extent().begin;
    if (ask.range)
        words.insert(words.end(), {"--range", fmt::format("{}..{}", (ask.range->begin - zero).count(),
                                                          (ask.range->end - zero).count())});
    if (ask.step) words.insert(words.end(), {"--step", std::to_string(*ask.step)});
    if (ask.python == report::PythonFrames::LeftOut) words.emplace_back("--no-python");
    if (store.info().rankSource == TraceInfo::RankSource::User) // as the user said it
        words.insert(words.end(), {"--rank", std::to_string(store.info().rank.value_or(0))});
    return run(std::move(words), leftOut);
}

std::string ReviewPictures::drawRanks(const std::vector<std::string>& inputs, const std::string& title,
                                      const std::vector<std::string>& options, const Redactor* leftOut) const {
    std::vector<std::string> words;
    for (const std::string& input : inputs) words.push_back(asFile(input));
    words.insert(words.end(), {"--title", title});
    words.insert(words.end(), options.begin(), options.end());
    if (inputs.size() > 1)
        for (const std::string& rank : m_load.ranks) words.insert(words.end(), {"--rank", rank});
    return run(std::move(words), leftOut);
}

Status ReviewPictures::writePages(const report::Document& document, const std::string& pdf) const {
    if (!m_helper)
        return Error{ErrorCode::MissingData, "the picture program is not installed: PDF needs it", "lanescope-render",
                     "install the package with the window, or write HTML"};
    if (m_folder.path().empty()) {
        std::error_code error; // there may be none
        return Error{ErrorCode::NotWritable, "no folder for passing files", fs::temp_directory_path(error).string(),
                     "TMPDIR names another one"};
    }
    const fs::path text = m_folder.path() / fmt::format("report{}", report::kDocumentEnding);
    const Status saved = saveFile(text, report::documentText(document));
    if (!saved.ok()) return saved.error();
    const auto status = runHelper(*m_helper, {text.string(), "--output", pdf});
    if (!status.ok()) return status.error();
    if (*status == 0) return {};
    return Error{codeOf(*status), "the report was not written as PDF", pdf, ""};
}

} // namespace lanescope::cli
