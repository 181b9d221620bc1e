#include "core/build/thread_scratch.h"

namespace lanescope::build {

ThreadScratch::ThreadScratch(StoreMemory& memory, const ThreadSlices& slices, std::uint32_t firstRow) {
    if (slices.records() == slices.rows()) {
        order = memory.offsetLow.data() + firstRow;
        parents = memory.correlation.narrow.data() + firstRow;
        rows = memory.externalId.narrow.data() + firstRow;
        records = memory.name.data() + firstRow;
        argsAt = memory.argsAt(firstRow);
        return;
    }
    const std::size_t count = slices.records();
    m_own.resize(5 * count);
    order = m_own.data();
    parents = order + count;
    rows = parents + count;
    records = rows + count;
    argsAt = records + count;
}

} // namespace lanescope::build
