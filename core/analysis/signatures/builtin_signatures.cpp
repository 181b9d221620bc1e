// Every signature, one entry each.
#include "core/analysis/signatures/signatures.h"

#include <algorithm>
#include <array>

namespace lanescope {

namespace {

constexpr std::array kSignatures{
    SignatureInfo{'a', "unoverlapped-allreduce", "Unoverlapped communication",
                  "communication after the backward pass while the compute stream is empty",
                  "little communication runs under compute, and the exposed part lies after the last backward kernel",
                  "with several ranks open: most of the exposed time is waiting for one rank, not transfer",
                  "smaller or earlier gradient buckets, backward prefetch, fewer graph breaks", "cost. allreduce.",
                  judgeUnoverlapped},
    SignatureInfo{
        'b', "launch-bound", "Launch-bound", "thousands of short kernels with gaps between them",
        "kernels are short, late launches are most of the idle time, and kernels start right after their call",
        "the gaps go away without the profiler's stacks, or a wait had drained the queue before them",
        "CUDA graphs, torch.compile, a larger batch", "cost. launch.", judgeLaunchBound},
    SignatureInfo{'c', "input-starvation", "Input starvation", "a hole around the start of each step",
                  "the hole touches the step's boundary, and the host loads data for most of it, in most steps",
                  "only the first steps have it, or a wait at the end of the step before causes it",
                  "more loader workers, pinned memory, prefetching, tokenising beforehand", "cost. steps. input.",
                  judgeInputStarvation},
    SignatureInfo{'d', "memory-bound", "Memory-bound kernels",
                  "the GPU is busy, with elementwise, norm, softmax or copy kernels",
                  "their share of busy time, and bytes of their shapes over time near the memory's bandwidth",
                  "low occupancy from small shapes: kernel counters show low memory throughput",
                  "fusion, attention kernels like FlashAttention, lower precision; then Nsight Compute", "memory.",
                  judgeMemoryBound},
    SignatureInfo{'e', "straggler", "Straggler rank", "long collectives on all ranks but one",
                  "one rank waits least and comes last in most matched collectives",
                  "all ranks have equally long transfers at a low bus rate: the fabric is slow",
                  "that rank's GPU clocks, its share of the data, its host, its input", "straggler.", judgeStraggler},
    SignatureInfo{'f', "pipeline-bubbles", "Pipeline bubbles", "a stage waits for its neighbours, again and again",
                  "the waiting share is near (p-1)/(m+p-1) for p stages and m microbatches",
                  "the stage starves for data, or one stage is simply longer than the others",
                  "more microbatches, interleaved stages, rebalanced stages", "cost. pipeline.", judgePipelineBubbles},
    SignatureInfo{'g', "sync-stalls", "Synchronisation stalls", "the host waits, then the GPU runs dry",
                  "the same wait again and again, each followed by a gap that a late launch ends",
                  "waits at the end of a step only, with a deep queue: they cost nothing",
                  "read values every N steps, non_blocking copies, no .item() in the loop", "cost. steps.",
                  judgeSyncStalls},
    SignatureInfo{'h', "allocator-stalls", "Allocator stalls", "cudaMalloc and cudaFree in steady steps",
                  "allocation calls after warm-up, with gaps inside or right after them, in most steps",
                  "the pool still grows: only the first steps have them",
                  "expandable segments, stable shapes, no empty_cache() in the loop", "cost. steps.",
                  judgeAllocatorStalls},
    SignatureInfo{'i', "healthy", "Healthy", "nothing stands out",
                  "busy, little exposed communication, a deep queue, equal steps, no stalls that repeat",
                  "another step of the same run looks different", "stop here, or look inside kernels", "healthy.",
                  nullptr}};

} // namespace

std::span<const SignatureInfo> builtinSignatures() { return kSignatures; }
const SignatureInfo& healthySignature() { return kSignatures.back(); }

std::vector<Limit> limitsOf(const SignatureInfo& signature) {
    std::vector<Limit> out;
    for (const LimitInfo& info : limitTable())
        for (std::string_view rest = signature.limits; !rest.empty();) {
            const std::string_view start = rest.substr(0, rest.find(' '));
            if (info.name.starts_with(start)) out.push_back(info.limit);
            rest.remove_prefix(std::min(rest.size(), start.size() + 1));
        }
    return out;
}

const SignatureInfo* findSignature(std::string_view id) {
    const auto it =
        std::find_if(kSignatures.begin(), kSignatures.end(), [id](const SignatureInfo& s) { return s.id == id; });
    return it == kSignatures.end() ? nullptr : &*it;
}

} // namespace lanescope
