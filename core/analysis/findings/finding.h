// What a finding is: a signature seen in a trace, where, how it was measured, how sure it is and what it costs
// (docs/user/findings.md). Evidence is typed values with units; nothing here formats text. Values; any thread.
#pragma once

#include "core/analysis/findings/thresholds.h"
#include "core/analysis/four_numbers.h"
#include "core/analysis/idle/gap_owners.h"
#include "core/analysis/intervals.h"
#include "core/analysis/table.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct SignatureInfo;

enum class Confidence : std::uint8_t { Possible, Likely, Confirmed };
std::string_view confidenceWord(Confidence confidence);

// How much it matters: by cost (Limit::SeverityHigh, SeverityMedium); one less when the finding is only possible.
enum class FindingSeverity : std::uint8_t { None /* healthy */, Low, Medium, High };
std::string_view severityWord(FindingSeverity severity);

enum class EvidenceRole : std::uint8_t {
    Measures, // says how much
    Confirms, // separates it from what looks alike, and holds
    Against,  // the same, and does not hold
};

struct Evidence {
    std::string id;    // stable, without unit
    std::string title; // for people
    Cell value;
    Unit unit = Unit::None;
    EvidenceRole role = EvidenceRole::Measures;
    std::vector<SliceId> slices; // examples, at most a few
};

struct Finding {
    const SignatureInfo* signature = nullptr; // never null in a result
    std::string device;                       // key as text
    Confidence confidence = Confidence::Possible;
    std::vector<std::int64_t> costPerWindowNs; // one per window of the result, warm-up too
    std::int64_t costNs = 0;                   // over the windows that count
    std::int64_t costPerStepNs = 0;            // mean over them
    double costShare = 0;                      // of their time
    std::vector<Interval> ranges;              // in order of time, at most kMaxRanges
    std::uint64_t rangeCount = 0;              // before the limit
    std::vector<SliceId> slices;               // what to select: the causes, at most kMaxSlices
    std::vector<Evidence> evidence;
    std::vector<std::string> lowered;     // why it is not claimed with more confidence
    IdlePart part = IdlePart::LateLaunch; // the colour, for findings about idle time
    bool aboutIdle = false;
};
FindingSeverity severityOf(const Finding& finding, const Thresholds& limits);
inline constexpr std::size_t kMaxRanges = 5'000;
inline constexpr std::size_t kMaxSlices = 5'000;

// About the capture rather than the program.
struct CaptureNote {
    std::string_view id; // stable: "no_steps"
    std::string text;    // a sentence
    std::vector<Evidence> evidence;
};

struct FindingWindow {
    std::optional<std::size_t> step; // index in store.steps(); none: the whole trace
    Interval at;
    bool counts = true; // false: warm-up, cut off
};

struct FindingsResult {
    std::vector<Finding> findings; // most costly first; of healthy devices one "healthy" each
    std::vector<CaptureNote> notes;
    std::vector<FindingWindow> windows;
    std::size_t countedWindows = 0;
    bool hasSteps = false;
    Thresholds thresholds;
    GapThresholds gaps;
    // Idle time per step and device that no finding explains, by its eight names, and such exposed communication.
    struct Unexplained {
        std::string device;
        std::int64_t idlePerStepNs = 0;
        std::vector<std::pair<IdlePart, std::int64_t>> parts; // most first
        std::int64_t exposedCommPerStepNs = 0;
    };
    std::vector<Unexplained> unexplained;
    struct Device { // shares of the time of the windows that count
        std::string name;
        double busyShare = 0, exposedCommShare = 0;
    };
    std::vector<Device> devices;
};

} // namespace lanescope
