#include "widgets/panels/analysis/analysis_options_bar.h"

#include "widgets/panels/panel_parts.h"

#include <QHBoxLayout>

namespace lanescope::panels {

namespace {
constexpr std::size_t kRows[] = {200, 1'000, 10'000, 100'000};
}

std::optional<double> figureOf(const QString& text) {
    QString plain = text.trimmed();
    plain.remove(QLatin1Char(' ')).remove(QChar(0x202f));
    double factor = 1;
    static const std::pair<QChar, double> kUnits[] = {{'k', 1e3}, {'M', 1e6}, {'B', 1e9}, {'G', 1e9}, {'T', 1e12}};
    for (const auto& [unit, by] : kUnits)
        if (plain.endsWith(unit, unit == QLatin1Char('k') ? Qt::CaseInsensitive : Qt::CaseSensitive)) {
            factor = by;
            plain.chop(1);
            break;
        }
    bool ok = false;
    const double value = plain.toDouble(&ok) * factor;
    if (!ok || !(value > 0) || value > 1e18) return std::nullopt;
    return value;
}

AnalysisOptionsBar::AnalysisOptionsBar(timeline::Look& look, QWidget* parent) : QWidget(parent), m_look(look) {
    m_scope = combo(tr("part of the trace"), {tr("whole trace"), tr("range"), tr("step"), tr("in view")});
    m_device = combo(tr("device"), {tr("all devices")});
    m_grouping = combo(tr("group operators"), {tr("by name"), tr("by name and shape")});
    m_depth = new QSpinBox(this);
    m_depth->setRange(0, 20);
    m_depth->setPrefix(tr("frames: "));
    m_depth->setToolTip(tr("group by so many frames of the recorded stack as well"));
    m_depth->setAccessibleName(tr("stack frames"));
    QStringList rows;
    for (const std::size_t n : kRows) rows << tr("%1 rows").arg(n);
    m_rows = combo(tr("rows of lists of single events"), rows);
    m_tokens = figure(tr("tokens of one step"), tr("tokens/step"));
    m_parameters = figure(tr("parameters of the model"), tr("parameters"));
    m_editPeaks = makeButton(tr("Device peaks\u2026"), ButtonRole::Plain, this);
    m_per = combo(tr("compare per"), {tr("per step"), tr("whole trace")});
    m_file = makeButton(tr("Compare with\u2026"), ButtonRole::Plain, this);
    auto* box = new QHBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(6);
    for (QWidget* w : std::initializer_list<QWidget*>{m_file, m_per, m_scope, m_device, m_grouping, m_depth, m_rows,
                                                      m_tokens, m_parameters, m_editPeaks})
        box->addWidget(w);
    connect(m_depth, &QSpinBox::valueChanged, this, &AnalysisOptionsBar::changed);
    connect(m_editPeaks, &QPushButton::clicked, this, &AnalysisOptionsBar::peaksWanted);
    connect(m_file, &QPushButton::clicked, this, &AnalysisOptionsBar::fileWanted);
    showFor(nullptr);
}

QComboBox* AnalysisOptionsBar::combo(const QString& name, const QStringList& texts) {
    auto* out = new PillBox(m_look, name, this);
    out->addItems(texts);
    connect(out, &QComboBox::currentIndexChanged, this, &AnalysisOptionsBar::changed);
    return out;
}

QLineEdit* AnalysisOptionsBar::figure(const QString& name, const QString& placeholder) {
    auto* out = new QLineEdit(this);
    out->setPlaceholderText(placeholder);
    out->setAccessibleName(name);
    out->setToolTip(name + tr(", for example 7e9 or 7 B"));
    out->setFixedWidth(100);
    connect(out, &QLineEdit::editingFinished, this, [this, out] {
        const bool fine = out->text().trimmed().isEmpty() || figureOf(out->text());
        out->setProperty("bad", !fine);
        if (out->isModified()) emit changed();
        out->setModified(false);
    });
    return out;
}

void AnalysisOptionsBar::showFor(const AnalysisInfo* info) {
    const std::vector<models::OptionId> all = info ? models::optionsOf(*info) : std::vector<models::OptionId>();
    const auto has = [&all](models::OptionId id) { return std::find(all.begin(), all.end(), id) != all.end(); };
    m_file->setVisible(!info);
    m_per->setVisible(!info);
    m_scope->setVisible(info);
    m_device->setVisible(has(models::OptionId::Device) && m_devices.size() > 1);
    if (!has(models::OptionId::Rows)) m_rows->hide();
    m_grouping->setVisible(!info || has(models::OptionId::Grouping));
    m_depth->setVisible(has(models::OptionId::StackDepth));
    m_tokens->setVisible(has(models::OptionId::Tokens));
    m_parameters->setVisible(has(models::OptionId::Parameters));
    m_editPeaks->setVisible(has(models::OptionId::Peaks));
}

void AnalysisOptionsBar::setDevices(const std::vector<DeviceKey>& devices) {
    if (devices == m_devices) return;
    m_devices = devices;
    const QSignalBlocker quiet(m_device);
    m_device->clear();
    m_device->addItem(tr("all devices"));
    for (const DeviceKey& key : devices) m_device->addItem(tr("GPU %1").arg(QString::fromStdString(key.text())));
}

void AnalysisOptionsBar::setLists(Lists lists) {
    m_rows->setVisible(lists == Lists::Cut || m_rows->currentIndex() > 0);
}

void AnalysisOptionsBar::setScope(models::Scope scope) { m_scope->setCurrentIndex(static_cast<int>(scope)); }

void AnalysisOptionsBar::setStepName(const QString& name) {
    m_scope->setItemText(static_cast<int>(models::Scope::Step), name);
}

void AnalysisOptionsBar::setPeaks(std::shared_ptr<const DevicePeaks> peaks) {
    m_peaks = std::move(peaks);
    emit changed();
}

void AnalysisOptionsBar::setFileName(const QString& name) {
    constexpr int kRoom = 220;
    m_file->setText(name.isEmpty()
                        ? tr("Compare with\u2026")
                        : tr("before: %1").arg(m_file->fontMetrics().elidedText(name, Qt::ElideMiddle, kRoom)));
    m_file->setToolTip(name);
}

models::AnalysisOptions AnalysisOptionsBar::options() const {
    models::AnalysisOptions out;
    const int device = m_device->currentIndex() - 1;
    if (device >= 0 && static_cast<std::size_t>(device) < m_devices.size())
        out.device = m_devices[static_cast<std::size_t>(device)];
    out.grouping = m_grouping->currentIndex() == 1 ? OperatorGrouping::NameAndShape : OperatorGrouping::Name;
    out.stackDepth = static_cast<unsigned>(m_depth->value());
    out.rows = kRows[std::clamp(m_rows->currentIndex(), 0, 3)];
    out.tokens = figureOf(m_tokens->text());
    out.parameters = figureOf(m_parameters->text());
    out.peaks = m_peaks;
    return out;
}

} // namespace lanescope::panels
