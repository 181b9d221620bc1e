#include "core/export/key_averages_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanescope {

namespace {

constexpr std::size_t kColumnWidth = 12;
constexpr std::size_t kSpacing = 2;

double micros(std::int64_t ns) { return static_cast<double>(ns) / 1e3; }

std::string timeText(double us) {
    if (us >= 1e6) return fmt::format("{:.3f}s", us / 1e6);
    if (us >= 1e3) return fmt::format("{:.3f}ms", us / 1e3);
    return fmt::format("{:.3f}us", us);
}

std::string shareText(std::int64_t part, std::int64_t whole) {
    if (whole == 0) return "NaN";
    return fmt::format("{:.2f}%", static_cast<double>(part) * 100.0 / static_cast<double>(whole));
}

std::string memoryText(std::int64_t bytes) {
    const double value = static_cast<double>(bytes);
    const double size = std::abs(value);
    if (size >= 1024.0 * 1024 * 1024) return fmt::format("{:.2f} GB", value / (1024.0 * 1024 * 1024));
    if (size >= 1024.0 * 1024) return fmt::format("{:.2f} MB", value / (1024.0 * 1024));
    if (size >= 1024.0) return fmt::format("{:.2f} KB", value / 1024.0);
    return fmt::format("{} b", bytes);
}

double perCall(std::int64_t ns, const OpAverage& row) {
    return row.count == 0 ? 0 : micros(ns) / static_cast<double>(row.count);
}

struct SortKey {
    std::string_view name;
    std::string_view olderName; // may be empty
    double (*value)(const OpAverage&);
};
constexpr std::array kSortKeys{
    SortKey{"cpu_time", "", [](const OpAverage& r) { return perCall(r.cpuNs, r); }},
    SortKey{"cpu_time_total", "", [](const OpAverage& r) { return micros(r.cpuNs); }},
    SortKey{"self_cpu_time_total", "", [](const OpAverage& r) { return micros(r.selfCpuNs); }},
    SortKey{"device_time", "cuda_time", [](const OpAverage& r) { return perCall(r.deviceNs, r); }},
    SortKey{"device_time_total", "cuda_time_total", [](const OpAverage& r) { return micros(r.deviceNs); }},
    SortKey{"self_device_time_total", "self_cuda_time_total",
            [](const OpAverage& r) { return micros(r.selfDeviceNs); }},
    SortKey{"cpu_memory_usage", "", [](const OpAverage& r) { return static_cast<double>(r.cpuBytes); }},
    SortKey{"self_cpu_memory_usage", "", [](const OpAverage& r) { return static_cast<double>(r.selfCpuBytes); }},
    SortKey{"device_memory_usage", "cuda_memory_usage",
            [](const OpAverage& r) { return static_cast<double>(r.deviceBytes); }},
    SortKey{"self_device_memory_usage", "self_cuda_memory_usage",
            [](const OpAverage& r) { return static_cast<double>(r.selfDeviceBytes); }},
    SortKey{"count", "", [](const OpAverage& r) { return static_cast<double>(r.count); }},
};

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        out.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return out;
}

class Writer {
public:
    Writer(const OpAverages& all, const KeyAveragesLayout& layout) : m_all(all), m_layout(layout) {
        m_hasDevice = all.selfDeviceNs > 0;
        std::size_t name = 0, shapes = 0, source = 0;
        for (const OpAverage& row : all.rows) {
            name = std::max(name, row.name.size());
            shapes = std::max(shapes, row.shapes.size());
            for (const std::string& frame : linesOf(row.stack)) source = std::max(source, frame.size());
        }
        m_hasStack = source > 0;
        m_sourceWidth = std::min(source + 4, layout.maxSourceColumnWidth);
        m_shapesWidth = std::min(shapes + 4, layout.maxShapesColumnWidth);
        addColumn("Name", std::min(name + 4, layout.maxNameColumnWidth));
        for (const char* head : {"Self CPU %", "Self CPU", "CPU total %", "CPU total", "CPU time avg"})
            addColumn(head, kColumnWidth);
        if (m_hasDevice)
            for (const std::string& head : {"Self " + layout.device, "Self " + layout.device + " %",
                                            layout.device + " total", layout.device + " time avg"})
                addColumn(head, kColumnWidth);
        if (all.hasMemory) {
            for (const char* head : {"CPU Mem", "Self CPU Mem"}) addColumn(head, kColumnWidth);
            if (m_hasDevice)
                for (const std::string& head : {layout.device + " Mem", "Self " + layout.device + " Mem"})
                    addColumn(head, kColumnWidth);
        }
        addColumn("# of Calls", kColumnWidth);
        if (layout.shapes) addColumn("Input Shapes", m_shapesWidth);
        if (m_hasStack) addColumn("Source Location", m_sourceWidth);
    }

    std::string text() {
        rule();
        line(m_heads);
        rule();
        std::size_t shown = 0;
        for (const OpAverage& row : m_all.rows) {
            if (shown++ == m_layout.rowLimit) break;
            addRow(row);
        }
        rule();
        m_out += "Self CPU time total: " + timeText(micros(m_all.selfCpuNs)) + "\n";
        if (m_hasDevice)
            m_out += "Self " + m_layout.device + " time total: " + timeText(micros(m_all.selfDeviceNs)) + "\n";
        return std::move(m_out);
    }

private:
    void addColumn(const std::string& head, std::size_t width) {
        m_heads.push_back(head);
        m_widths.push_back(width);
    }
    void rule() {
        for (const std::size_t width : m_widths) m_out += std::string(width, '-') + std::string(kSpacing, ' ');
        m_out += '\n';
    }
    // Right-aligned; frames are left-aligned. Longer texts push the rest, as they do there.
    void line(const std::vector<std::string>& cells) {
        for (std::size_t c = 0; c < cells.size(); ++c) {
            const std::string blanks(m_widths[c] > cells[c].size() ? m_widths[c] - cells[c].size() : 0, ' ');
            const bool left = m_hasStack && c + 1 == m_widths.size();
            m_out += (left ? cells[c] + blanks : blanks + cells[c]) + std::string(kSpacing, ' ');
        }
        m_out += '\n';
    }
    std::string sourceText(const std::string& frame) const {
        if (frame.size() <= m_sourceWidth) return frame;
        return "..." + frame.substr(frame.size() - m_sourceWidth + 3); // the end of a path says more than its start
    }
    void addRow(const OpAverage& row) {
        const std::size_t most = m_layout.maxNameColumnWidth;
        std::vector<std::string> cells{row.name.size() + 3 >= most ? row.name.substr(0, most - 3) + "..." : row.name,
                                       shareText(row.selfCpuNs, m_all.selfCpuNs),
                                       timeText(micros(row.selfCpuNs)),
                                       shareText(row.cpuNs, m_all.selfCpuNs),
                                       timeText(micros(row.cpuNs)),
                                       timeText(perCall(row.cpuNs, row))};
        if (m_hasDevice) {
            cells.push_back(timeText(micros(row.selfDeviceNs)));
            cells.push_back(shareText(row.selfDeviceNs, m_all.selfDeviceNs));
            cells.push_back(timeText(micros(row.deviceNs)));
            cells.push_back(timeText(perCall(row.deviceNs, row)));
        }
        if (m_all.hasMemory) {
            cells.push_back(memoryText(row.cpuBytes));
            cells.push_back(memoryText(row.selfCpuBytes));
            if (m_hasDevice) {
                cells.push_back(memoryText(row.deviceBytes));
                cells.push_back(memoryText(row.selfDeviceBytes));
            }
        }
        cells.push_back(std::to_string(row.count));
        if (m_layout.shapes) cells.push_back((row.shapes.empty() ? "[]" : row.shapes).substr(0, m_shapesWidth));
        const std::vector<std::string> frames = linesOf(row.stack);
        if (m_hasStack) cells.push_back(frames.empty() ? std::string() : sourceText(frames.front()));
        line(cells);
        if (!m_hasStack) return;
        std::vector<std::string> rest(m_heads.size());
        for (std::size_t f = 1; f < frames.size(); ++f) {
            rest.back() = sourceText(frames[f]);
            line(rest);
        }
        rest.back().clear();
        line(rest);
    }

    const OpAverages& m_all;
    const KeyAveragesLayout& m_layout;
    bool m_hasDevice = false, m_hasStack = false;
    std::size_t m_sourceWidth = 0, m_shapesWidth = 0;
    std::vector<std::string> m_heads;
    std::vector<std::size_t> m_widths;
    std::string m_out;
};

constexpr auto kSortNames = [] {
    std::array<std::string_view, kSortKeys.size()> out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = kSortKeys[i].name;
    return out;
}();

} // namespace

std::span<const std::string_view> keyAveragesSortKeys() { return kSortNames; }

Result<std::string> keyAveragesText(OpAverages averages, const KeyAveragesLayout& layout) {
    if (!layout.sortBy.empty()) {
        const auto key = std::find_if(kSortKeys.begin(), kSortKeys.end(), [&](const SortKey& k) {
            return k.name == layout.sortBy || (!k.olderName.empty() && k.olderName == layout.sortBy);
        });
        if (key == kSortKeys.end()) {
            std::string all;
            for (const SortKey& k : kSortKeys) all += (all.empty() ? "" : ", ") + std::string(k.name);
            return Error{ErrorCode::Usage, "no sort key is called '" + layout.sortBy + "'", "--sort",
                         "there are: " + all};
        }
        std::stable_sort(averages.rows.begin(), averages.rows.end(),
                         [key](const OpAverage& a, const OpAverage& b) { return key->value(a) > key->value(b); });
    }
    return Writer(averages, layout).text();
}

} // namespace lanescope
