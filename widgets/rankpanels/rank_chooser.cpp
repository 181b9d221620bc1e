#include "widgets/rankpanels/rank_chooser.h"

#include "core/export/quantity.h"
#include "core/readers/chrome_json/rank_from_name.h"
#include "widgets/rankpanels/pick_ranks.h"

#include <fmt/format.h>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace lanescope::rankpanels {

using ranksview::RanksDocument;

namespace {

constexpr int kRecord = Qt::UserRole; // the record of a row; none: a missing rank

QString q(const std::string& s) { return QString::fromStdString(s); }
QString number(std::size_t n) { return q(formatCount(static_cast<std::int64_t>(n))); }

QTableWidget* makeTable(const QStringList& titles, const QString& name, QWidget* parent) {
    auto* table = new QTableWidget(0, static_cast<int>(titles.size()), parent);
    table->setHorizontalHeaderLabels(titles);
    table->setAccessibleName(name);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setStretchLastSection(true);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTextElideMode(Qt::ElideLeft); // of a path its end tells
    table->setTabKeyNavigation(false);
    return table;
}

QTableWidgetItem* addRow(QTableWidget& table, const QStringList& cells, Qt::CheckState state) {
    const int row = table.rowCount();
    table.insertRow(row);
    for (int c = 0; c < cells.size(); ++c) {
        auto* item = new QTableWidgetItem(cells[c]);
        item->setFlags(item->flags() & ~Qt::ItemIsEditable);
        table.setItem(row, c, item);
    }
    QTableWidgetItem* first = table.item(row, 0);
    first->setFlags(first->flags() | Qt::ItemIsUserCheckable);
    first->setCheckState(state);
    return first;
}

std::string placesText(const align::Layout& layout, std::size_t record) {
    std::string out;
    if (record >= layout.places.size()) return out;
    for (const auto& [parallel, place] : layout.places[record])
        out += fmt::format("{}{} {}", out.empty() ? "" : ", ", align::parallelWord(parallel), place);
    return out;
}

// A trace of this rank alone, that can be read again.
bool canSetRank(const RanksDocument& document, std::size_t record) {
    const auto& records = document.set().records;
    if (!document.job().sourceOf(records[record])) return false;
    return std::count_if(records.begin(), records.end(),
                         [&](const auto& other) { return other.file == records[record].file; }) == 1;
}

} // namespace

RankChooser::RankChooser(RanksDocument& document, QWidget* parent) : QDialog(parent), m_document(document) {
    setWindowTitle(tr("Ranks, groups and steps"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(760, 560);
    m_tabs = new QTabWidget(this);
    m_ranks =
        makeTable({tr("rank"), tr("set rank"), tr("place"), tr("host"), tr("steps"), tr("collectives"), tr("file")},
                  tr("ranks to show"), m_tabs);
    m_groups = makeTable({tr("group"), tr("ranks"), tr("collectives"), tr("members")}, tr("groups to list"), m_tabs);
    m_steps = makeTable({tr("step"), tr("length"), tr("ranks"), tr("kind")}, tr("steps to list"), m_tabs);
    m_ranks->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked |
                             QAbstractItemView::EditKeyPressed);
    m_tabs->addTab(m_ranks, tr("Ranks"));
    m_tabs->addTab(m_groups, tr("Groups"));
    m_tabs->addTab(m_steps, tr("Steps"));
    m_numbers = new QLineEdit(this);
    m_numbers->setPlaceholderText(tr("numbers, for example 0-3, 7"));
    m_numbers->setAccessibleName(tr("numbers of ranks"));
    auto* all = new QPushButton(tr("All"), this);
    auto* none = new QPushButton(tr("None"), this);
    m_asNamed = new QPushButton(tr("Ranks as the file names say"), this);
    m_asNamed->setToolTip(tr("fills the column \u201cset rank\u201d; nothing changes before Show"));
    m_words = new QLabel(this);
    m_words->setProperty("role", "second");
    m_show = new QPushButton(tr("Show"), this);
    m_show->setProperty("role", "primary");
    m_show->setDefault(true);
    auto* cancel = new QPushButton(tr("Leave as it is"), this);
    auto* line = new QHBoxLayout;
    for (QWidget* widget : {static_cast<QWidget*>(m_numbers), static_cast<QWidget*>(all), static_cast<QWidget*>(none),
                            static_cast<QWidget*>(m_asNamed)})
        line->addWidget(widget);
    auto* foot = new QHBoxLayout;
    foot->addWidget(m_words, 1);
    foot->addWidget(cancel);
    foot->addWidget(m_show);
    auto* box = new QVBoxLayout(this);
    box->addLayout(line);
    box->addWidget(m_tabs, 1);
    box->addLayout(foot);
    fillRanks();
    fillGroups();
    fillSteps();
    connect(all, &QPushButton::clicked, this, [this] { checkAll(Qt::Checked); });
    connect(none, &QPushButton::clicked, this, [this] { checkAll(Qt::Unchecked); });
    connect(m_numbers, &QLineEdit::textEdited, this, &RankChooser::checkNumbers);
    connect(m_tabs, &QTabWidget::currentChanged, m_numbers, [this](int tab) { m_numbers->setEnabled(tab == 0); });
    for (QTableWidget* table : {m_ranks, m_groups, m_steps}) {
        table->resizeColumnsToContents();
        connect(table, &QTableWidget::itemChanged, this, &RankChooser::refreshWords);
    }
    connect(m_asNamed, &QPushButton::clicked, this, &RankChooser::takeNames);
    connect(m_show, &QPushButton::clicked, this, &RankChooser::apply);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(&document, &RanksDocument::changed, this, &QDialog::reject);
    refreshWords();
}

void RankChooser::fillRanks() {
    const RankSet& set = m_document.set();
    std::map<std::int64_t, std::size_t> firstOf; // of a rank found twice, the one that takes part in the matching
    for (std::size_t r = 0; r < set.records.size(); ++r) {
        const align::RankRecord& record = set.records[r];
        QString place = q(placesText(set.layout, r));
        if (record.rank && !firstOf.try_emplace(*record.rank, r).second)
            place = tr("found twice: not matched") + (place.isEmpty() ? QString() : QStringLiteral(", ") + place);
        if (!record.rank) place = tr("its file names no rank");
        QTableWidgetItem* item = addRow(*m_ranks,
                                        {q(m_document.label(r)),
                                         {},
                                         place,
                                         q(record.host),
                                         number(record.steps.size()),
                                         number(record.events.size()),
                                         q(record.file)},
                                        m_document.placeOf(r) ? Qt::Checked : Qt::Unchecked);
        item->setData(kRecord, static_cast<qulonglong>(r));
        const int row = m_ranks->rowCount() - 1;
        m_ranks->item(row, 6)->setToolTip(q(record.file));
        if (!canSetRank(m_document, r)) continue;
        QTableWidgetItem* own = m_ranks->item(row, kSetRank);
        own->setFlags(own->flags() | Qt::ItemIsEditable);
        own->setText(record.rank ? QString::number(*record.rank) : QString());
        own->setToolTip(tr("a number instead of what the file says; the ranks are read again with it"));
    }
    for (const std::int64_t rank : set.discovery.missing) {
        QTableWidgetItem* item =
            addRow(*m_ranks, {tr("rank %1").arg(rank), {}, tr("missing: no file"), {}, {}, {}, {}}, Qt::Unchecked);
        item->setFlags(Qt::NoItemFlags);
    }
}

void RankChooser::fillGroups() {
    const align::Matching& matching = m_document.set().matching;
    std::vector<std::size_t> collectives(matching.groups.size());
    for (const align::MatchedCollective& c : matching.collectives) ++collectives[c.group];
    const ranksview::RanksFilter& filter = m_document.filter();
    for (std::uint32_t g = 0; g < matching.groups.size(); ++g) {
        const align::SharedGroup& group = matching.groups[g];
        std::string members;
        for (const std::int64_t member : group.members) {
            if (members.size() > 200) {
                members += " \u2026";
                break;
            }
            members += (members.empty() ? "" : ", ") + std::to_string(member);
        }
        const bool on = filter.groups.empty() || filter.groups.contains(g);
        addRow(*m_groups,
               {q(sharedGroupText(m_document.set(), g)),
                number(std::max(group.members.size(), static_cast<std::size_t>(std::max<std::int64_t>(0, group.size)))),
                number(collectives[g]), q(members)},
               on ? Qt::Checked : Qt::Unchecked);
    }
}

void RankChooser::fillSteps() {
    const ranksview::RanksFilter& filter = m_document.filter();
    for (const std::int64_t step : m_document.steps()) {
        std::int64_t longest = 0;
        std::size_t ranks = 0;
        bool warmup = false, cut = false;
        for (const align::RankRecord& record : m_document.set().records)
            for (const align::RankStep& of : record.steps)
                if (of.number == step) {
                    longest = std::max(longest, of.end - of.begin);
                    ++ranks;
                    warmup = warmup || of.warmup;
                    cut = cut || of.cutOff;
                }
        const bool on = filter.steps.empty() || filter.steps.contains(step);
        addRow(*m_steps,
               {QString::number(step), q(formatDuration(longest)), number(ranks),
                warmup ? tr("warm-up")
                : cut  ? tr("cut off")
                       : QString()},
               on ? Qt::Checked : Qt::Unchecked);
    }
}

std::optional<std::size_t> RankChooser::recordAt(int row) const {
    const QVariant record = m_ranks->item(row, 0)->data(kRecord);
    return record.isValid() ? std::optional(static_cast<std::size_t>(record.toULongLong())) : std::nullopt;
}

std::size_t RankChooser::checkedIn(const QTableWidget& table) const {
    std::size_t out = 0;
    for (int row = 0; row < table.rowCount(); ++row) out += table.item(row, 0)->checkState() == Qt::Checked ? 1 : 0;
    return out;
}

void RankChooser::checkNumbers() {
    const auto wanted = ranksInText(m_document, m_numbers->text());
    m_numbers->setProperty("role", wanted || m_numbers->text().isEmpty() ? "" : "bad");
    if (!wanted) return;
    for (int row = 0; row < m_ranks->rowCount(); ++row) {
        const auto record = recordAt(row);
        if (!record) continue;
        const bool on = std::find(wanted->begin(), wanted->end(), *record) != wanted->end();
        m_ranks->item(row, 0)->setCheckState(on ? Qt::Checked : Qt::Unchecked);
    }
}

void RankChooser::checkAll(Qt::CheckState state) {
    auto* table = static_cast<QTableWidget*>(m_tabs->currentWidget());
    for (int row = 0; row < table->rowCount(); ++row)
        if (table->item(row, 0)->flags().testFlag(Qt::ItemIsUserCheckable)) table->item(row, 0)->setCheckState(state);
}

void RankChooser::takeNames() {
    m_tabs->setCurrentIndex(0);
    for (int row = 0; row < m_ranks->rowCount(); ++row) {
        const auto record = recordAt(row);
        if (!record || !canSetRank(m_document, *record)) continue;
        const std::string& file = m_document.set().records[*record].file;
        if (const auto rank = readers::rankFromFileName(file.substr(file.find_last_of("/!") + 1)))
            m_ranks->item(row, kSetRank)->setText(QString::number(*rank));
    }
}

std::optional<std::map<std::size_t, std::int64_t>> RankChooser::givenRanks() const {
    constexpr qlonglong kMostRank = 10'000'000;
    std::map<std::size_t, std::int64_t> out;
    for (int row = 0; row < m_ranks->rowCount(); ++row) {
        const auto record = recordAt(row);
        const QString text = m_ranks->item(row, kSetRank)->text().trimmed();
        if (!record || text.isEmpty()) continue;
        bool isNumber = false;
        const qlonglong rank = text.toLongLong(&isNumber);
        if (!isNumber || rank < 0 || rank > kMostRank) return std::nullopt;
        if (m_document.set().records[*record].rank != rank) out[*record] = rank;
    }
    return out;
}

void RankChooser::refreshWords() {
    const auto given = givenRanks();
    if (!given) {
        m_words->setText(tr("a rank is a number: 0, 1, 2 and so on"));
        return m_show->setEnabled(false);
    }
    const std::size_t ranks = checkedIn(*m_ranks);
    m_words->setText(tr("%1 of %2 ranks, %3 of %4 groups, %5 of %6 steps")
                         .arg(ranks)
                         .arg(m_document.set().records.size())
                         .arg(checkedIn(*m_groups))
                         .arg(m_groups->rowCount())
                         .arg(checkedIn(*m_steps))
                         .arg(m_steps->rowCount()));
    m_show->setText(given->empty() ? tr("Show") : tr("Read again with these ranks"));
    m_show->setEnabled(ranks > 0);
}

// All groups, or none, is everything: there is nothing to see without any.
void RankChooser::apply() {
    if (const auto given = givenRanks(); given && !given->empty()) {
        emit ranksGiven(*given);
        return accept();
    }
    std::vector<std::size_t> records;
    for (int row = 0; row < m_ranks->rowCount(); ++row)
        if (const auto record = recordAt(row); record && m_ranks->item(row, 0)->checkState() == Qt::Checked)
            records.push_back(*record);
    ranksview::RanksFilter filter;
    const auto chosen = [&](const QTableWidget& table) {
        std::vector<std::size_t> rows;
        for (int row = 0; row < table.rowCount(); ++row)
            if (table.item(row, 0)->checkState() == Qt::Checked) rows.push_back(static_cast<std::size_t>(row));
        if (rows.size() == static_cast<std::size_t>(table.rowCount())) rows.clear();
        return rows;
    };
    for (const std::size_t row : chosen(*m_groups)) filter.groups.insert(static_cast<std::uint32_t>(row));
    for (const std::size_t row : chosen(*m_steps)) filter.steps.insert(m_document.steps()[row]);
    m_document.setShown(std::move(records));
    m_document.setFilter(filter);
    accept();
}

} // namespace lanescope::rankpanels
