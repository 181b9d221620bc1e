// Writes programs: nested operators and the kernels they launch, with the host costs of eager PyTorch under a profiler.
#pragma once

#include "core/synth/program.h"

#include <string_view>
#include <utility>

namespace lanescope::synth {

// A point-to-point exchange or a collective: what its metadata says and how long the transfer takes.
struct CollectiveSpec {
    std::string_view opName;   // "c10d::allreduce_"
    std::string_view noteName; // "nccl:all_reduce"
    std::string_view metaName; // "allreduce"
    std::string_view kernel;
    std::uint32_t group = 0; // of the job
    std::string groupText;   // Process Group Name ... Ranks, as args text
    std::uint64_t elements = 0;
    std::int64_t ns = 0;
    Stream stream = Stream::Gradients;
    unsigned groupSize = 1;
    bool deferred = false;
    std::string extra; // ", \"Src Rank\": ..." of point-to-point
};

enum class Frames : std::uint8_t { Without, With }; // python frames, as with_stack records them

class ProgramBuilder {
public:
    ProgramBuilder(Catalog& catalog, Frames frames, unsigned hostPermille)
        : m_catalog(catalog), m_frames(frames), m_hostPermille(hostPermille) {}

    template <class Body>
    void op(std::string_view name, std::uint16_t args, std::int64_t preNs, std::int64_t postNs, Body&& body) {
        begin(name, args, preNs, SeqUse::None, 0);
        std::forward<Body>(body)();
        end(postNs);
    }
    void leaf(std::string_view name, std::uint16_t args, std::int64_t ns);
    void begin(std::string_view name, std::uint16_t args, std::int64_t preNs, SeqUse seq, std::uint32_t slot);
    void end(std::int64_t postNs);
    void noteBegin(std::string_view name, Cause cause = Cause::None);
    void noteEnd();
    template <class Body>
    void frame(std::string_view name, Body&& body) {
        pyBegin(name, 0);
        std::forward<Body>(body)();
        pyEnd();
    }
    template <class Body>
    void module(std::string_view name, std::uint32_t id, Body&& body) {
        pyBegin(name, id + 1);
        std::forward<Body>(body)();
        pyEnd();
    }
    void pyBegin(std::string_view name, std::uint32_t moduleId);
    void pyEnd();
    Item& add(Do what);
    void busy(std::int64_t ns) { addHost(Do::Busy, ns); }
    void kernel(const KernelShape& shape, std::int64_t gpuNs, Api api = Api::LaunchKernel,
                Stream stream = Stream::Compute);
    void copy(Direction direction, std::uint64_t bytes, Stream stream = Stream::Compute);
    void collective(const CollectiveSpec& spec);
    void api(Api call, std::int64_t ns);
    std::uint32_t record(Stream stream);
    void wait(Stream stream, std::uint32_t event);
    void streamSync(Stream stream, std::int64_t wakeNs);
    std::uint32_t newSeq() { return m_program.seqSlots++; }
    std::uint32_t newMemory() { return m_program.memorySlots++; }
    void alloc(std::uint32_t slot, std::uint64_t bytes);
    void release(std::uint32_t slot);
    // A scalar read back by the host: aten::item -> _local_scalar_dense -> copy and cudaStreamSynchronize.
    void item(std::int64_t wakeNs, std::int64_t afterNs);

    Catalog& catalog() { return m_catalog; }
    Program& program() { return m_program; }
    Program take() { return std::move(m_program); }

private:
    Item& addHost(Do what, std::int64_t ns);

    Catalog& m_catalog;
    Program m_program;
    Frames m_frames;
    unsigned m_hostPermille;
};

} // namespace lanescope::synth
