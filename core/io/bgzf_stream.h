// The text of a bgzip file: gzip members of at most 64 KiB that say how long they are, so several threads inflate at
// once. Batches are handed out in order and only a few wait at a time. Whatever is not as expected (other members in
// between, damage) goes to GzipStream, which knows all the cases. One thread at a time; starts helpers of its own.
#pragma once

#include "core/base/oddity.h"
#include "core/io/byte_stream.h"
#include "core/io/gzip_stream.h"
#include "core/io/restart_points.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace lanescope::io {

// The member that starts here, with its size; 0 when it is no bgzip block.
std::size_t bgzfBlockBytes(std::span<const char> head);

class BgzfStream final : public ByteStream {
public:
    BgzfStream(InputWindow input, OddityList* notes, RestartPoints* points, unsigned threads);
    ~BgzfStream() override;
    Result<std::size_t> read(std::span<char> out) override;

private:
    struct Batch {
        std::uint64_t in = 0;
        std::string packed;
        std::vector<std::size_t> blockEnds; // in packed
        std::vector<char> text;
        std::size_t textBytes = 0;
        bool good = false;
        bool done = false; // guarded by m_mutex
    };
    void work(const std::stop_token& stop);
    static void inflateBatch(Batch& batch, Inflater& inflater);
    Status fill();
    Result<std::shared_ptr<Batch>> cutBatch();
    std::shared_ptr<Batch> takeJob();
    void finishJob(Batch& batch);
    void waitForFront();
    void nextBatch();
    void goSerial();

    InputWindow m_input;
    OddityList* m_notes;
    RestartPoints* m_points;
    std::unique_ptr<Inflater> m_inflater = makeInflater(); // of the reading thread
    std::size_t m_maxInFlight;
    bool m_cutDone = false;
    std::unique_ptr<GzipStream> m_serial;          // once set, all further text comes from here
    std::deque<std::shared_ptr<Batch>> m_inFlight; // in file order
    std::vector<std::shared_ptr<Batch>> m_spare;
    std::shared_ptr<Batch> m_current; // being handed out
    std::size_t m_used = 0;
    std::uint64_t m_text = 0;

    std::mutex m_mutex; // guards m_jobs and Batch::done
    std::condition_variable_any m_jobCame, m_jobDone;
    std::deque<std::shared_ptr<Batch>> m_jobs;
    std::vector<std::jthread> m_helpers; // last: ends first
};

} // namespace lanescope::io
