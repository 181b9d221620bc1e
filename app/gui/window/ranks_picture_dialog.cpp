#include "app/gui/window/ranks_picture_dialog.h"

namespace lanescope::app {

using rankpictures::RanksWish;

RanksPictureDialog::RanksPictureDialog(Source source, jobs::JobRunner& runner, const QString& folder, QWidget* window)
    : ExportDialog({tr("Export picture of the ranks"),
                    tr("export picture of the ranks"),
                    QStringLiteral("ranks picture preview"),
                    QStringLiteral("ranks picture"),
                    {tr("what is in view"), tr("the range"), tr("the step"), tr("all of it")},
                    {tr("paper, 800 px"), tr("review, 1200 px"), tr("wide, 1600 px")},
                    {tr("all of the shown ranks"), tr("only those in view"), tr("with these words")},
                    tr("communication, rank 2"),
                    tr("the name of the folder"),
                    tr("the four numbers over the ranks")},
                   runner, folder, window),
      m_source(std::move(source)) {
    m_verdict = toggle(tr("who keeps the others waiting"));
    m_evidence = toggle(tr("heat map and evidence"));
    m_notes = toggle(tr("notes of the ranks"));
    m_marks = toggle(tr("range, selection and the joined collective"));
    m_method = toggle(tr("scale bar and how it was measured"));
    endForm({m_verdict, m_evidence, m_notes, m_marks, m_method});
}

RanksWish RanksPictureDialog::wish() const {
    RanksWish out;
    out.time = static_cast<RanksWish::Time>(time().currentIndex());
    out.rows = rows().currentIndex() == 1 ? RanksWish::Rows::InView : RanksWish::Rows::Shown;
    out.words = wantedWords();
    out.width = presetWidth();
    out.title = titleText();
    out.numbers = numbers().isChecked();
    out.verdict = m_verdict->isChecked();
    out.evidence = m_evidence->isChecked();
    out.notes = m_notes->isChecked();
    out.marks = m_marks->isChecked();
    out.method = m_method->isChecked();
    out.namesLeftOut = leaveOutNames().isChecked();
    return out;
}

std::optional<ExportDialog::Job> RanksPictureDialog::jobNow() {
    auto source = m_source();
    if (!source) return std::nullopt;
    Job job;
    job.draw = [source = std::move(*source), wish = wish()](paint::Fonts& fonts, RunContext&) -> Result<MadePicture> {
        auto picture = rankpictures::ranksPicture(source, wish, fonts);
        if (!picture.ok()) return picture.error();
        return MadePicture{std::move(*picture), nullptr};
    };
    return job;
}

} // namespace lanescope::app
