#include "app/cli/commands/review_files.h"

#include "app/cli/frame/save.h"

#include <fmt/format.h>

namespace lanescope::cli {
namespace {

namespace fs = std::filesystem;

Status writeMarkdown(const report::Document& document, const std::string& path) {
    const fs::path file(path);
    const std::string stem = file.stem().string();
    std::size_t number = 0;
    for (const std::string_view svg : report::pictures(document)) {
        const Status written = saveFile(file.parent_path() / fmt::format("{}-{}.svg", stem, ++number), svg);
        if (!written.ok()) return written.error();
    }
    return saveFile(file, report::markdown(document, stem));
}

} // namespace

Status writeReview(const report::Document& document, const ReviewFiles& files, const ReviewPictures& pictures) {
    if (!files.html.empty()) {
        const Status saved = saveFile(files.html, report::html(document));
        if (!saved.ok()) return saved.error();
    }
    if (!files.markdown.empty()) {
        const Status saved = writeMarkdown(document, files.markdown);
        if (!saved.ok()) return saved.error();
    }
    if (files.pdf.empty()) return {};
    return pictures.writePages(document, files.pdf);
}

} // namespace lanescope::cli
