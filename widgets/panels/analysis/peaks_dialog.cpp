#include "widgets/panels/analysis/peaks_dialog.h"

#include "core/analysis/flops/device_peaks.h"
#include "widgets/panels/panel_parts.h"

#include <QFile>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QVBoxLayout>

namespace lanescope::panels {

namespace {

constexpr qint64 kMostBytes = 1'000'000;
enum Column { kMatch, kMemory, kFloat64, kFloat32, kFloat16, kFloat8, kColumns };
constexpr const char* kKeys[] = {"match", "memory_gb_s", "float64", "float32", "float16", "float8"};

std::array<double, kColumns> figuresOf(const DevicePeak& peak) {
    return {0, peak.memoryGBs, peak.float64, peak.float32, peak.float16, peak.float8};
}

} // namespace

PeaksDialog::PeaksDialog(const QByteArray& json, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Device peaks"));
    resize(720, 420);
    m_table = new QTableWidget(0, kColumns, this);
    m_table->setHorizontalHeaderLabels({tr("part of the device's name"), tr("memory, GB/s"), tr("float64"),
                                        tr("float32"), tr("float16"), tr("float8")});
    m_table->horizontalHeader()->setSectionResizeMode(kMatch, QHeaderView::Stretch);
    m_table->verticalHeader()->hide();
    m_table->setAccessibleName(tr("device peaks"));
    m_trouble = makeText({}, TextRole::Bad, this);
    auto* add = makeButton(tr("Add a device"), ButtonRole::Plain, this);
    auto* remove = makeButton(tr("Remove"), ButtonRole::Plain, this);
    auto* load = makeButton(tr("Load a file\u2026"), ButtonRole::Plain, this);
    auto* close = makeButton(tr("Close"), ButtonRole::Primary, this);
    auto* buttons = new QHBoxLayout;
    for (QWidget* w : std::initializer_list<QWidget*>{add, remove, load}) buttons->addWidget(w);
    buttons->addStretch(1);
    buttons->addWidget(close);
    auto* box = new QVBoxLayout(this);
    box->addWidget(makeText(tr("Operations in TFLOP/s, dense. Your entries come first; the grey ones are built in."),
                            TextRole::Second, this));
    box->addWidget(m_table, 1);
    box->addWidget(m_trouble);
    box->addLayout(buttons);
    connect(add, &QPushButton::clicked, this, &PeaksDialog::addRow);
    connect(remove, &QPushButton::clicked, this, [this] {
        const int row = m_table->currentRow();
        if (row < 0 || !m_table->item(row, kMatch)->flags().testFlag(Qt::ItemIsEditable)) return;
        m_table->removeRow(row);
        onEdited();
    });
    connect(load, &QPushButton::clicked, this, &PeaksDialog::loadFile);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_table, &QTableWidget::itemChanged, this, &PeaksDialog::onEdited);
    fill(json);
}

void PeaksDialog::fill(const QByteArray& json) {
    m_filling = true;
    m_table->setRowCount(0);
    const auto own = DevicePeaks::parse(json.isEmpty() ? "[]" : json.toStdString(), "settings");
    const auto& builtin = DevicePeaks::builtin().devices;
    const std::size_t mine = own.ok() && own->devices.size() >= builtin.size() ? own->devices.size() - builtin.size()
                                                                               : (own.ok() ? own->devices.size() : 0);
    const auto add = [this](const DevicePeak& peak, bool editable) {
        const int row = m_table->rowCount();
        m_table->insertRow(row);
        const auto figures = figuresOf(peak);
        for (int c = 0; c < kColumns; ++c) {
            auto* item = new QTableWidgetItem(c == kMatch ? QString::fromStdString(peak.match)
                                              : figures[static_cast<std::size_t>(c)] > 0
                                                  ? QString::number(figures[static_cast<std::size_t>(c)])
                                                  : QString());
            if (c != kMatch) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            if (!editable) item->setFlags(Qt::ItemIsSelectable);
            m_table->setItem(row, c, item);
        }
    };
    for (std::size_t i = 0; i < mine; ++i) add(own->devices[i], true);
    for (const DevicePeak& peak : builtin) add(peak, false);
    m_filling = false;
}

void PeaksDialog::addRow() {
    m_filling = true;
    m_table->insertRow(0);
    for (int c = 0; c < kColumns; ++c) {
        auto* item = new QTableWidgetItem;
        if (c != kMatch) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_table->setItem(0, c, item);
    }
    m_filling = false;
    m_table->setCurrentCell(0, kMatch);
    m_table->editItem(m_table->item(0, kMatch));
}

QByteArray PeaksDialog::json() const {
    QJsonArray out;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        if (!m_table->item(row, kMatch)->flags().testFlag(Qt::ItemIsEditable)) continue;
        const QString match = m_table->item(row, kMatch)->text().trimmed();
        if (match.isEmpty()) continue;
        QJsonObject entry{{"match", match}}, flops;
        for (int c = kMemory; c < kColumns; ++c) {
            const QString text = m_table->item(row, c)->text().trimmed();
            if (text.isEmpty()) continue;
            bool ok = false;
            const double value = text.toDouble(&ok);
            const QJsonValue cell =
                ok ? QJsonValue(value) : QJsonValue(text); // what is no number is said by the reader
            if (c == kMemory)
                entry[kKeys[c]] = cell;
            else
                flops[kKeys[c]] = cell;
        }
        entry["tflops"] = flops;
        out << entry;
    }
    return out.isEmpty() ? QByteArray() : QJsonDocument(out).toJson(QJsonDocument::Compact);
}

void PeaksDialog::onEdited() {
    if (m_filling) return;
    for (int row = 0; row < m_table->rowCount(); ++row)
        for (int c = kMemory; c < kColumns; ++c) {
            const QString text = m_table->item(row, c)->text().trimmed();
            bool ok = text.isEmpty();
            if (!ok) text.toDouble(&ok);
            if (!ok) return m_trouble->setText(tr("expected a number, found '%1'").arg(text));
        }
    const QByteArray now = json();
    const auto read = DevicePeaks::parse(now.isEmpty() ? "[]" : now.toStdString(), "this table");
    m_trouble->setText(read.ok() ? QString() : QString::fromStdString(read.error().message));
    if (read.ok()) emit changed(now);
}

void PeaksDialog::loadFile() {
    auto* dialog = new QFileDialog(this, tr("Device peaks"), {}, tr("JSON (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        QFile file(path);
        const QByteArray bytes = file.open(QIODevice::ReadOnly) ? file.read(kMostBytes + 1) : QByteArray();
        const auto read = DevicePeaks::parse(bytes.toStdString(), path.toStdString());
        if (bytes.size() > kMostBytes || !read.ok())
            return m_trouble->setText(read.ok() ? tr("a table of peaks has at most 1 MB")
                                                : QString::fromStdString(read.error().text()));
        fill(bytes);
        onEdited();
    });
    dialog->open();
}

} // namespace lanescope::panels
