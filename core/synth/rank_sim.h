// One rank of the simulated job: host threads and GPU streams in whole nanoseconds of true time. The program's actions
// are taken in order of issue; since streams are first-in first-out, every start time follows at once:
//   start = max(launch call + latency, stream free, awaited events).
// Only a collective needs the other ranks: run() stops there until the job knows its end. Not thread-safe.
#pragma once

#include "core/synth/ledger.h"
#include "core/synth/record.h"
#include "core/synth/rng.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace lanescope::synth {

struct RankTraits {
    std::uint32_t rank = 0;
    std::uint64_t seed = 1;
    std::int64_t clockOffsetNs = 0; // file clock minus true clock at the start
    std::int64_t driftPpb = 0;
    unsigned hostPermille = 1000;
    unsigned gpuPermille = 1000;
};

struct Arrival { // at a collective
    std::uint32_t group = 0;
    std::uint32_t seq = 0;
    std::int64_t start = 0; // true time
    std::int64_t transferNs = 0;
};

class RankSim {
public:
    // rootName: catalog name of the script's outermost python frame.
    RankSim(const RankTraits& traits, const Catalog& catalog, std::size_t groups, std::uint16_t rootName,
            std::int64_t start);

    enum class Keep : std::uint8_t { Nothing, Records };
    // Step `number` runs `program`; records and figures are kept or not.
    void beginStep(const Program& program, std::uint32_t number, Keep keep);
    // Runs to the next collective, or to the end of the step (nothing).
    std::optional<Arrival> run();
    void finishCollective(std::int64_t endNs, std::int64_t latestStart);
    void endStep();
    void endJob(); // the profiler's own cudaDeviceSynchronize and the outermost frames

    StepRecords& records() { return m_records; }
    Ledger& ledger() { return m_ledger; }
    const RankTraits& traits() const { return m_traits; }
    std::int64_t local(std::int64_t trueNs) const;
    std::int64_t now() const { return m_now; }
    // Kernels that run on after the step in which they were launched: for a capture that starts there.
    void recordTail();
    bool recording() const { return m_recorded; }
    std::int64_t captureBegin() const { return m_captureBegin.value_or(local(m_now)); }
    // End of everything recorded, file clock.
    std::int64_t captureEnd() const { return m_captureEnd; }
    std::int64_t lastGpuEnd() const;

private:
    struct OpenOp {
        std::size_t record = 0;
        std::uint32_t externalId = 0;
        std::int64_t begin = 0;
        Cause cause = Cause::None;
    };
    struct OpenNote {
        std::size_t record = 0;
        std::array<std::int64_t, kStreams> first{}, last{}; // first = 0: nothing yet
    };
    struct StreamState {
        std::int64_t free = 0;            // end of its last work
        std::int64_t ready = 0;           // it waits for events until then
        std::vector<std::int64_t> starts; // ring of the last launches, for the limit of the queue
        std::uint64_t launched = 0;
    };
    struct Call {
        std::int64_t begin = 0, end = 0;
        std::uint32_t correlation = 0;
    };
    void step(const Item& item);
    void hostItem(const Item& item);
    void opBegin(const Item& item, RecordKind kind);
    void opEnd(const Item& item);
    void noteEnd(const Item& item);
    void phaseBegin(const Item& item);
    void pyBegin(const Item& item);
    void pyEnd(const Item& item);
    void memory(const Item& item);
    void eventItem(const Item& item);
    void syncItem(const Item& item);
    void allocatorItem(const Item& item);
    void gpuItem(const Item& item);
    void graph(const Item& item);
    void collective(const Item& item);
    enum class Launches : std::uint8_t { Nothing, Work };
    Call call(Api api, std::int64_t ns, Launches what = Launches::Nothing);
    Call launchCall(Api api, StreamState& stream, std::int64_t ns);
    void rootFrame();
    void syncRecord(SyncKind kind, Stream stream, const Call& call, std::uint32_t event);
    std::int64_t startOn(const StreamState& stream, const Call& call);
    void gpuWork(Record record, std::int64_t start, std::int64_t end, const Call& call, Work work);
    void spend(std::int64_t ns, unsigned permille = 180);
    std::size_t hostRecord(RecordKind kind);
    std::uint32_t currentExternal() const;
    StreamState& stream(Stream s) { return m_streams[static_cast<std::size_t>(s)]; }
    std::vector<OpenOp>& ops() { return m_ops[m_thread]; }

    RankTraits m_traits;
    const Catalog& m_catalog;
    std::uint16_t m_rootName;
    Rng m_rng;
    Ledger m_ledger;
    StepRecords m_records;
    const Program* m_program = nullptr;
    std::size_t m_pc = 0;
    std::uint32_t m_stepNumber = 0;
    bool m_recorded = false, m_inStep = false;
    std::optional<std::int64_t> m_captureBegin;

    std::int64_t m_start, m_now;
    std::uint8_t m_thread = 0;
    std::array<std::vector<OpenOp>, 2> m_ops;
    std::array<std::vector<OpenNote>, 2> m_notes;
    std::array<std::vector<std::size_t>, 2> m_frames; // records of open python frames
    std::array<StreamState, kStreams> m_streams;
    std::vector<std::int64_t> m_eventTime; // by slot: when it completes
    std::vector<std::uint32_t> m_eventCorrelation;
    std::vector<std::uint32_t> m_seq, m_flow;                     // by slot
    std::vector<std::pair<std::uint64_t, std::int64_t>> m_memory; // by slot: address, bytes
    std::vector<std::uint32_t> m_groupSeq;
    std::uint32_t m_nextExternal = 1, m_nextCorrelation = 1, m_nextIndex = 0, m_nextSeq = 1, m_nextFlow = 1;
    std::uint32_t m_nextPython = 1;
    std::uint32_t m_launchStep = 0;
    std::uint64_t m_nextAddress = 0x7f3a40000000ULL;
    std::int64_t m_allocated = 0, m_reserved = 0;
    struct Waiting {
        Record record;
        Call call;
        Arrival arrival;
        bool deferred = false;
    };
    std::optional<Waiting> m_waiting;
    std::optional<PhaseAnswer> m_phase;
    std::int64_t m_captureEnd = 0;
};

} // namespace lanescope::synth
