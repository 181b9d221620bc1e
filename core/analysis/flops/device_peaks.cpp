#include "core/analysis/flops/device_peaks.h"

#include "core/base/json.h"

#include <algorithm>

namespace lanescope {

namespace {

std::string lowered(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

Error expected(std::string_view what, std::string_view place) {
    return {ErrorCode::Usage, "expected " + std::string(what), std::string(place),
            R"([{"match": "H100", "memory_gb_s": 3350, "tflops": {"float32": 67, "float16": 989}}])"};
}

double numberIn(const Json* object, std::string_view key) {
    const Json* value = object != nullptr ? object->find(key) : nullptr;
    return value != nullptr ? std::max(0.0, value->asNumber().value_or(0)) : 0;
}

} // namespace

const DevicePeaks& DevicePeaks::builtin() {
    static const DevicePeaks kPeaks{{
        {"V100", 900, 7.8, 15.7, 125, 0},
        {"T4", 320, 0.25, 8.1, 65, 130},
        {"A10", 600, 0.98, 31.2, 125, 250},
        {"A100", 2039, 9.7, 19.5, 312, 624},
        {"A100-SXM4-40GB", 1555, 9.7, 19.5, 312, 624},
        {"A100-PCIE-40GB", 1555, 9.7, 19.5, 312, 624},
        {"L4", 300, 0.47, 30.3, 121, 242},
        {"L40S", 864, 1.4, 91.6, 362, 733},
        {"H100", 3350, 34, 67, 989, 1979},
        {"H100 PCIe", 2000, 26, 51, 756, 1513},
        {"H200", 4800, 34, 67, 989, 1979},
        {"B200", 8000, 37, 75, 2250, 4500},
        {"RTX 3090", 936, 0.56, 35.6, 71, 142},
        {"RTX 4090", 1008, 1.3, 82.6, 165, 330},
        {"MI210", 1638, 22.6, 22.6, 181, 181},
        {"MI250X", 1638, 23.9, 23.9, 191.5, 191.5}, // one of its two devices
        {"MI300X", 5300, 81.7, 163.4, 1307, 2615},
        {"MI325X", 6000, 81.7, 163.4, 1307, 2615},
        {"MI355X", 8000, 78.6, 157.3, 2517, 5033},
    }};
    return kPeaks;
}

Result<DevicePeaks> DevicePeaks::parse(std::string_view text, std::string_view place) {
    const auto json = parseJson(text, place);
    if (!json.ok()) return json.error();
    if (!json->isArray()) return expected("a list of devices", place);
    DevicePeaks out;
    for (const Json& entry : json->elements()) {
        const Json* match = entry.find("match");
        if (match == nullptr || match->asText() == nullptr || match->asText()->empty())
            return expected("\"match\": a part of the device's name, in every entry", place);
        const Json* flops = entry.find("tflops");
        DevicePeak peak{*match->asText(),           numberIn(&entry, "memory_gb_s"), numberIn(flops, "float64"),
                        numberIn(flops, "float32"), numberIn(flops, "float16"),      numberIn(flops, "float8")};
        if (peak.memoryGBs == 0 && peak.float32 == 0 && peak.float16 == 0 && peak.float8 == 0)
            return expected("\"memory_gb_s\" or \"tflops\" of '" + peak.match + "'", place);
        out.devices.push_back(std::move(peak));
    }
    const auto& known = builtin().devices;
    out.devices.insert(out.devices.end(), known.begin(), known.end());
    return out;
}

const DevicePeak* DevicePeaks::find(std::string_view deviceName) const {
    const std::string name = lowered(deviceName);
    const DevicePeak* best = nullptr;
    for (const DevicePeak& peak : devices) // the first of equal length: a user's own stands before the built-in
        if (name.find(lowered(peak.match)) != std::string::npos &&
            (best == nullptr || peak.match.size() > best->match.size()))
            best = &peak;
    return best;
}

double peakFor(const DevicePeak& peak, std::int64_t elementBytes) {
    const double tera = elementBytes >= 8   ? peak.float64
                        : elementBytes == 4 ? peak.float32
                        : elementBytes == 2 ? peak.float16
                        : elementBytes == 1 ? peak.float8
                                            : 0;
    return tera * 1e12;
}

} // namespace lanescope
