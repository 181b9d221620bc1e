// Acts of the table about reports.
#include "app/gui/window/main_window.h"
#include "app/gui/window/ranks_report.h"
#include "app/gui/window/ranks_session.h"
#include "app/gui/window/report_dialog.h"

namespace lanescope::app {

namespace {

ReportDialog::Source sourceOfTrace(MainWindow& w) {
    ReportDialog::Source source;
    source.isOpen = [&w] { return w.document().isOpen() && !w.document().isPartial(); };
    source.now = [&w]() -> ReportDialog::Make {
        return [of = PictureSource{w.document().memento(), w.session().now(), w.notes().list(), nullptr}](
                   const ReportWish& wish, RunContext& context) { return makeReport(of, wish, context); };
    };
    source.range = [&w] { return w.selection().range(); };
    source.step = [&w]() -> std::optional<TimeRange> {
        const auto step = w.selection().step();
        if (!w.document().isOpen() || !step || *step >= w.document().store().steps().size()) return std::nullopt;
        return w.document().store().range(SliceId{w.document().store().steps()[*step].slice});
    };
    return source;
}

ReportDialog::Source sourceOfRanks(MainWindow& w) {
    ReportDialog::Source source;
    source.of = ReportDialog::Source::Of::Ranks;
    source.isOpen = [&w] { return w.ranks().hasRanks(); };
    source.now = [&w]() -> ReportDialog::Make {
        const ranksview::RanksDocument& document = w.ranks().document();
        const auto clocks = document.clocks();
        session::Session session = sessionOfPage(w.ranks());
        session.thresholds = w.loader().thresholds();
        RanksReportSource of{rankpictures::pictureSource(document, session),
                             document.set(),
                             document.job().title,
                             clocks.event,
                             clocks.shifted,
                             session.thresholds};
        return [of = std::move(of)](const ReportWish& wish, RunContext& context) {
            return makeRanksReport(of, wish, context);
        };
    };
    source.range = source.step = [] { return std::optional<TimeRange>(); };
    return source;
}

} // namespace

void MainWindow::exportReport() {
    if (m_reportDialog) return m_reportDialog->raise();
    const bool ofRanks = m_ranks->isShown();
    if (!ofRanks && !m_document.isOpen()) return;
    auto source = ofRanks ? sourceOfRanks(*this) : sourceOfTrace(*this);
    auto* dialog = new ReportDialog(std::move(source), m_runner, m_settings.lastFolder(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_reportDialog = dialog;
    connect(dialog, &ReportDialog::folderChosen, this, [this](const QString& path) { m_settings.setLastFolder(path); });
    connect(dialog, &ReportDialog::written, this,
            [this](const QString& path) { m_status->say(tr("written: %1").arg(path)); });
    connect(&m_selection, &timeline::Selection::rangeChanged, dialog, &ReportDialog::refresh);
    connect(&m_selection, &timeline::Selection::stepChanged, dialog, &ReportDialog::refresh);
    connect(&m_document, &timeline::Document::rowsChanged, dialog, &ReportDialog::refresh);
    connect(&m_document, &timeline::Document::changed, dialog, &ReportDialog::refresh);
    connect(m_ranks.get(), &RanksController::left, dialog, &ReportDialog::refresh);
    dialog->show();
}

} // namespace lanescope::app
