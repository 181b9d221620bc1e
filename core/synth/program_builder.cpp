#include "core/synth/program_builder.h"

#include <fmt/format.h>

namespace lanescope::synth {

Item& ProgramBuilder::add(Do what) {
    Item item;
    item.what = what;
    m_program.items.push_back(item);
    return m_program.items.back();
}

Item& ProgramBuilder::addHost(Do what, std::int64_t ns) {
    Item& item = add(what);
    item.ns = ns * m_hostPermille / 1000;
    m_program.hostNs += item.ns;
    return item;
}

void ProgramBuilder::begin(std::string_view name, std::uint16_t args, std::int64_t preNs, SeqUse seq,
                           std::uint32_t slot) {
    Item& item = addHost(Do::OpBegin, preNs);
    item.name = m_catalog.name(name);
    item.args = args;
    item.seq = seq;
    item.a = slot;
}

void ProgramBuilder::end(std::int64_t postNs) { addHost(Do::OpEnd, postNs); }

void ProgramBuilder::leaf(std::string_view name, std::uint16_t args, std::int64_t ns) {
    begin(name, args, ns / 2, SeqUse::None, 0);
    end(ns - ns / 2);
}

void ProgramBuilder::noteBegin(std::string_view name, Cause cause) {
    Item& item = addHost(Do::NoteBegin, 1500);
    item.name = m_catalog.name(name);
    item.cause = cause;
}

void ProgramBuilder::noteEnd() { addHost(Do::NoteEnd, 800); }

void ProgramBuilder::pyBegin(std::string_view name, std::uint32_t moduleId) {
    if (m_frames == Frames::Without) return;
    Item& item = addHost(Do::PyBegin, 900);
    item.name = m_catalog.name(name);
    item.a = moduleId;
}

void ProgramBuilder::pyEnd() {
    if (m_frames == Frames::With) addHost(Do::PyEnd, 400);
}

void ProgramBuilder::kernel(const KernelShape& shape, std::int64_t gpuNs, Api call, Stream stream) {
    Item& item = add(Do::Kernel);
    item.name = m_catalog.kernel(shape);
    item.ns = gpuNs;
    item.api = call;
    item.stream = stream;
    m_program.hostNs += 4500;
    if (stream == Stream::Compute) m_program.gpuNs += gpuNs;
}

void ProgramBuilder::copy(Direction direction, std::uint64_t bytes, Stream stream) {
    Item& item = add(Do::Copy);
    item.args = static_cast<std::uint16_t>(direction);
    item.bytes = bytes;
    item.stream = stream;
    const std::uint64_t bytesPerUs = direction == Direction::DeviceToDevice     ? 1'300'000
                                     : direction == Direction::PageableToDevice ? 9'000
                                                                                : 24'000;
    item.ns = 1100 + static_cast<std::int64_t>(bytes * 1000 / bytesPerUs);
    m_program.hostNs += 6000;
}

void ProgramBuilder::api(Api call, std::int64_t ns) { addHost(Do::Api, ns).api = call; }

std::uint32_t ProgramBuilder::record(Stream stream) {
    Item& item = addHost(Do::EventRecord, 900);
    item.stream = stream;
    item.a = m_program.events;
    return m_program.events++;
}

void ProgramBuilder::wait(Stream stream, std::uint32_t event) {
    Item& item = addHost(Do::StreamWait, 1100);
    item.stream = stream;
    item.a = event;
}

void ProgramBuilder::streamSync(Stream stream, std::int64_t wakeNs) {
    Item& item = add(Do::StreamSync);
    item.stream = stream;
    item.ns = wakeNs;
    item.cause = Cause::Synchronisation;
}

void ProgramBuilder::alloc(std::uint32_t slot, std::uint64_t bytes) {
    Item& item = add(Do::Alloc);
    item.a = slot;
    item.bytes = (bytes + 511) / 512 * 512;
}

void ProgramBuilder::release(std::uint32_t slot) { add(Do::Release).a = slot; }

void ProgramBuilder::item(std::int64_t wakeNs, std::int64_t afterNs) {
    const std::uint16_t args = m_catalog.tensors({{1}}, "float");
    op("aten::item", args, 1200, 600, [&] {
        op("aten::_local_scalar_dense", args, 2200, 900, [&] {
            copy(Direction::DeviceToPinned, 4);
            streamSync(Stream::Compute, wakeNs);
        });
    });
    busy(afterNs);
}

void ProgramBuilder::collective(const CollectiveSpec& spec) {
    const std::string meta = fmt::format(
        "\"Collective name\": \"{}\", \"In msg nelems\": {}, \"Out msg nelems\": {}, \"Group size\": {}, \"dtype\": "
        "\"BFloat16\", \"In split size\": \"[]\", \"Out split size\": \"[]\", {}{}",
        spec.metaName, spec.elements, spec.elements, spec.groupSize, spec.groupText, spec.extra);
    const std::uint16_t opArgs = m_catalog.tensors({{spec.elements}});
    const std::uint32_t ready = record(Stream::Compute);
    op(spec.opName, opArgs, 3000, 1500, [&] {
        begin("record_param_comms", m_catalog.args(meta + ", \"Global rank start\": 0, \"Global rank stride\": 1, "),
              2500, SeqUse::None, spec.group + 1);
        noteBegin(spec.noteName);
        wait(spec.stream, ready);
        Item& item = add(Do::Collective);
        item.name = m_catalog.kernel({std::string(spec.kernel), {24, 1, 1}, {544, 1, 1}, 96, 82240, Work::Comm});
        item.args = m_catalog.args(", " + meta);
        item.a = spec.group;
        item.deferred = spec.deferred;
        item.ns = spec.ns;
        item.stream = spec.stream;
        item.bytes = spec.elements * 2;
        item.api = Api::LaunchKernelExC;
        m_program.hostNs += 4500;
        noteEnd();
        end(1500);
    });
}

} // namespace lanescope::synth
