#include "app/render/parts/made_store.h"

#include "app/render/parts/tiled_store.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace lanescope::render {

namespace {

constexpr std::uint32_t kHostRows = 4;
constexpr std::uint32_t kCopies = 16; // of a stretch of time that is made by chance

struct Made {
    std::vector<std::int64_t> start;
    std::vector<std::uint32_t> duration, name;
    std::vector<std::uint8_t> category, kind;
    std::vector<std::uint32_t> zeros;
    std::vector<std::uint8_t> zeroBytes;
    std::vector<std::uint32_t> noParents;
    std::vector<std::uint64_t> stringEnds;
    std::string strings;

    std::uint32_t add(const std::string& text) {
        strings += text;
        stringEnds.push_back(strings.size());
        return static_cast<std::uint32_t>(stringEnds.size() - 1);
    }
};

struct Named {
    const char* name;
    WorkKind kind;
};
constexpr std::array<Named, 8> kKernels{{{"gemm_bf16_128x256", WorkKind::Gemm},
                                         {"flash_fwd_kernel", WorkKind::Attention},
                                         {"layer_norm_kernel", WorkKind::Norm},
                                         {"softmax_warp_forward", WorkKind::Softmax},
                                         {"elementwise_kernel", WorkKind::Elementwise},
                                         {"reduce_kernel", WorkKind::Reduction},
                                         {"ncclDevKernel_AllReduce", WorkKind::Communication},
                                         {"Memcpy HtoD", WorkKind::Memory}}};

// One lane: bursts of 20 to 200 slices of one main kind, lengths over three decades, gaps within and between.
void addLane(Made& made, std::uint32_t count, bool host, std::uint32_t firstName, std::mt19937& random) {
    std::uniform_real_distribution<double> decade(2.7, 5.0);
    std::uniform_int_distribution<std::uint32_t> burst(20, 200), pick(0, 7), gap(100, 4000), rest(20'000, 600'000);
    std::int64_t t = 0;
    std::uint32_t left = 0, main = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (left == 0) {
            left = burst(random);
            main = pick(random);
            t += rest(random);
        }
        --left;
        const std::uint32_t which = pick(random) < 5 ? main : pick(random);
        const auto length = static_cast<std::uint32_t>(std::pow(10.0, decade(random)));
        made.start.push_back(t);
        made.duration.push_back(length);
        made.name.push_back(firstName + which);
        made.category.push_back(host ? 0 : 1);
        made.kind.push_back(host ? std::uint8_t{0} : static_cast<std::uint8_t>(kKernels[which].kind));
        t += length + gap(random);
    }
}

void addRow(StoreParts& parts, std::uint32_t first, std::uint32_t count, std::uint32_t row, std::uint32_t tid) {
    const bool host = row < kHostRows;
    const auto id = static_cast<std::uint32_t>(parts.tracks.size());
    Thread thread;
    thread.pid = StringId{host ? 2u : 3u + row % 2};
    thread.tid = StringId{tid};
    parts.threads.push_back(thread);
    Track track;
    track.thread = ThreadId{id};
    track.role = host ? TrackRole::Host : TrackRole::Stream;
    track.firstLane = id;
    track.laneCount = 1;
    track.firstSlice = first;
    track.sliceCount = count;
    if (!host) {
        track.device = row % 2;
        track.stream = row;
    }
    parts.tracks.push_back(track);
    parts.lanes.push_back({TrackId{id}, first, count});
}

} // namespace

std::shared_ptr<const TraceStore> madeStore(std::uint32_t slices, std::uint32_t rows) {
    Made made;
    std::mt19937 random(20'260'101);
    made.add("");
    const std::uint32_t cpu = made.add("cpu_op");
    made.add("1000"); // 2: the host process; 3 and 4: devices
    made.add("0");
    made.add("1");
    const std::uint32_t kernel = made.add("kernel");
    const auto firstName = static_cast<std::uint32_t>(made.stringEnds.size());
    for (const Named& named : kKernels) made.add(named.name);
    StoreParts parts;
    parts.categories = {{StringId{cpu}, Role::CpuOp}, {StringId{kernel}, Role::Kernel}};
    const std::uint32_t each = std::max(1u, slices / std::max(1u, rows) / kCopies);
    for (std::uint32_t row = 0; row < rows; ++row) {
        const auto first = static_cast<std::uint32_t>(made.start.size());
        addLane(made, each, row < kHostRows, firstName, random);
        addRow(parts, first, each, row, made.add(std::to_string(1000 + row)));
    }
    made.zeros.assign(made.start.size(), 0);
    made.zeroBytes.assign(made.start.size(), 0);
    made.noParents.assign(made.start.size(), kNoRow);
    parts.slices.start = made.start;
    parts.slices.duration.narrow = made.duration;
    parts.slices.name = made.name;
    parts.slices.parent = made.noParents;
    parts.slices.correlation.narrow = made.zeros;
    parts.slices.externalId.narrow = made.zeros;
    parts.slices.offsetLow = made.zeros;
    parts.slices.offsetHigh = made.zeroBytes;
    parts.slices.category = made.category;
    parts.slices.kind = made.kind;
    const auto owner = std::make_shared<Made>(std::move(made));
    parts.stringEnds = owner->stringEnds;
    parts.stringBytes = owner->strings;
    const TraceStore one(std::move(parts), owner);
    struct Kept { // the tiled store still reads the strings of the first
        std::shared_ptr<const Made> owner;
        std::shared_ptr<const TraceStore> store;
    };
    const auto kept = std::make_shared<const Kept>(Kept{owner, tiled(one, kCopies)});
    return {kept, kept->store.get()};
}

} // namespace lanescope::render
