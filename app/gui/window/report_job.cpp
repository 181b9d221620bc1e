#include "app/gui/window/report_job.h"

#include "core/base/atomic_file.h"
#include "core/report/make_review.h"
#include "widgets/pictures/picture_files.h"
#include "widgets/pictures/report_pages.h"
#include "widgets/scene/queue_curves.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

// Draws what the report asks for in the rows of a new window, as the picture program does.
class ReportPictures {
public:
    ReportPictures(const PictureSource& source, const ReportWish& wish, RunContext& context)
        : m_store(*source.open.open->trace.store),
          m_wish(wish),
          m_context(context),
          m_devices(collectDeviceWork(m_store)),
          m_bands(pictures::bandsWithOwners(m_store, m_devices)) {
        m_session.thresholds = source.session.thresholds;
        m_findings = source.findings;
        if (wish.notes) m_notes = source.notes;
    }
    void setHidden(std::vector<std::string> names) { m_hidden = std::move(names); }
    void setFindings(std::shared_ptr<const FindingsResult> findings) { m_findings = std::move(findings); }

    std::string draw(const report::PictureAsk& ask) {
        if (m_context.stopRequested()) return {};
        pictures::PictureWish wish;
        wish.time = pictures::PictureWish::Time::Whole;
        wish.range = ask.range;
        wish.step = ask.step;
        wish.title = ask.title;
        wish.width = 1000;
        wish.headerWidth = 170;
        wish.notes = m_wish.notes;
        wish.namesLeftOut = m_wish.namesLeftOut;
        wish.hiddenNames = m_hidden; // the same numbers as in the text
        m_session.rows.python = ask.python == report::PythonFrames::Shown;
        const RowTree tree = buildRowTree(
            m_store, pictures::treeOptionsOf(m_session.rows, scene::countersWithQueues(m_store, m_devices)));
        const pictures::PictureInput input{m_session, m_store, tree, m_devices, m_findings.get(), m_notes};
        const auto picture =
            pictures::timelinePicture(m_store, tree, m_bands, pictures::pictureOptions(input, wish), m_fonts);
        ++m_context.progress().done;
        if (!picture.ok()) return {};
        const QByteArray svg = pictures::toSvg(*picture, paint::Theme::of(paint::ThemeId::Print), m_fonts);
        return svg.toStdString();
    }

private:
    const TraceStore& m_store;
    const ReportWish& m_wish;
    RunContext& m_context;
    session::Session m_session;
    std::vector<DeviceWork> m_devices;
    scene::BandData m_bands;
    std::shared_ptr<const FindingsResult> m_findings;
    std::vector<notes::Note> m_notes;
    std::vector<std::string> m_hidden;
    paint::Fonts m_fonts;
};

Redactor namesOf(const PictureSource& source, const ReportWish& wish) {
    Redactor names;
    for (const std::string& word : wish.hide) names.hideWord(word);
    const LoadedTrace& trace = source.open.open->trace;
    names.learn(*trace.store, trace.path.string());
    if (wish.notes)
        for (const notes::Note& note : source.notes) names.learnText(note.text);
    return names;
}

std::string pictureName(const std::string& stem, std::size_t number) { return fmt::format("{}-{}.svg", stem, number); }

// What the pictures beside the report are called: as it is, unless that would replace files which are not those of the
// report that stood there. Error: no name is free.
Result<std::string> pictureStem(const fs::path& file, std::size_t count) {
    constexpr int kMostTries = 1000;
    std::string before;
    if (std::ifstream old(file, std::ios::binary); old)
        before.assign(std::istreambuf_iterator<char>(old), std::istreambuf_iterator<char>());
    const std::string own = file.stem().string();
    const auto isFree = [&](const std::string& stem) {
        std::error_code error;
        for (std::size_t number = 1; number <= count; ++number) {
            const std::string name = pictureName(stem, number);
            if (fs::symlink_status(file.parent_path() / name, error).type() == fs::file_type::not_found) continue;
            if (before.find(name) == std::string::npos) return false;
        }
        return true;
    };
    std::string stem = own;
    for (int n = 2; n <= kMostTries; ++n) {
        if (isFree(stem)) return stem;
        stem = fmt::format("{}-{}", own, n);
    }
    return Error{ErrorCode::NotWritable, "no names are free for its pictures", file.string(), "choose another name"};
}

} // namespace

Result<report::Document> makeReport(const PictureSource& source, const ReportWish& wish, RunContext& context) {
    context.progress().total = wish.pictures ? 2 + report::kMostEvidence : 1;
    report::ReviewInput input;
    input.store = source.open.open->trace.store;
    input.thresholds = source.session.thresholds;
    input.range = wish.range;
    if (wish.notes) input.notes = source.notes;
    const Redactor names = wish.namesLeftOut ? namesOf(source, wish) : Redactor();
    std::optional<ReportPictures> pictures;
    if (wish.pictures) {
        pictures.emplace(source, wish, context);
        pictures->setHidden(names.hidden());
        if (!source.findings) {
            FindingOptions options;
            options.gaps = input.thresholds;
            auto found = findFindings(*input.store, options, context);
            if (found.ok()) pictures->setFindings(std::make_shared<const FindingsResult>(std::move(*found)));
        }
        input.draw = [&](const report::PictureAsk& ask) { return pictures->draw(ask); };
    }
    const auto made = report::makeReview(input, context);
    if (!made.ok()) return made.error();
    return report::review(std::span(&*made, 1), wish.namesLeftOut ? &names : nullptr);
}

Status saveReport(const report::Document& document, ReportForm form, const std::string& path, RunContext& context) {
    if (form == ReportForm::Html) return writeAtomically(path, report::html(document));
    if (form == ReportForm::Pdf) {
        paint::Fonts fonts;
        const auto pdf = pictures::reportPdf(document, fonts, context.stopToken());
        if (!pdf.ok()) return pdf.error();
        return writeAtomically(path, std::string_view(pdf->constData(), static_cast<std::size_t>(pdf->size())));
    }
    const fs::path file(path);
    const auto all = report::pictures(document);
    const auto stem = pictureStem(file, all.size());
    if (!stem.ok()) return stem.error();
    std::size_t number = 0;
    for (const std::string_view svg : all) {
        const Status written = writeAtomically(file.parent_path() / pictureName(*stem, ++number), svg);
        if (!written.ok()) return written.error();
    }
    return writeAtomically(file, report::markdown(document, *stem));
}

} // namespace lanescope::app
