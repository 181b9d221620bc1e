#include "widgets/models/kernel_shape.h"

#include "core/export/quantity.h"

#include <QStringList>

#include <algorithm>

namespace lanescope::models {

namespace {

using Limit = KernelShape::Limit;
constexpr std::int64_t kMost = std::int64_t{1} << 40; // of anything: what is larger is no launch

std::int64_t number(const std::vector<ArgNode>& arguments, const char* key) {
    for (const ArgNode& node : arguments)
        if (node.key == QLatin1String(key))
            return std::clamp(static_cast<std::int64_t>(node.value.toLongLong()), std::int64_t{0}, kMost);
    return 0;
}

// "[512, 1, 1]": the product; 0: not three whole numbers.
std::int64_t product(const std::vector<ArgNode>& arguments, const char* key) {
    for (const ArgNode& node : arguments) {
        if (node.key != QLatin1String(key)) continue;
        const QStringList parts = QString(node.value).remove(QLatin1Char('[')).remove(QLatin1Char(']')).split(',');
        std::int64_t out = parts.size() == 3 ? 1 : 0;
        for (const QString& part : parts) {
            const std::int64_t one = part.trimmed().toLongLong();
            if (one <= 0 || out > kMost / one) return 0;
            out *= one;
        }
        return out;
    }
    return 0;
}

std::int64_t roundedUp(std::int64_t n, std::int64_t unit) { return (n + unit - 1) / unit * unit; }

// Blocks at a time on a multiprocessor: the hardware's own limit, which files do not hold.
std::int64_t mostBlocks(const DeviceProperties& device) {
    const std::int64_t capability = device.computeMajor * 10 + device.computeMinor;
    if (capability == 75 || capability == 86 || capability == 87) return 16;
    return capability == 89 ? 24 : 32;
}

void fit(KernelShape& shape, const DeviceProperties& device) {
    const std::int64_t warp = device.warpSize > 0 ? device.warpSize : 32;
    const std::int64_t warpsPerBlock = (shape.threads + warp - 1) / warp;
    const std::int64_t mostWarps = device.maxThreadsPerMultiprocessor / warp;
    if (warpsPerBlock == 0 || mostWarps == 0) return;
    shape.resident = mostWarps / warpsPerBlock;
    shape.limit = Limit::Threads;
    const auto limitTo = [&shape](std::int64_t blocks, Limit limit) {
        if (blocks >= shape.resident) return;
        shape.resident = blocks;
        shape.limit = limit;
    };
    if (shape.registers > 0 && device.registersPerMultiprocessor > 0) {
        const std::int64_t perWarp = roundedUp(shape.registers * warp, 256);
        limitTo(device.registersPerMultiprocessor / perWarp / 4 * 4 / warpsPerBlock, Limit::Registers);
    }
    if (device.sharedMemoryPerMultiprocessor > 0) {
        const std::int64_t system = device.computeMajor >= 8 ? 1024 : 0;
        const std::int64_t perBlock = roundedUp(shape.sharedBytes, 128) + system;
        if (perBlock > 0) limitTo(device.sharedMemoryPerMultiprocessor / perBlock, Limit::SharedMemory);
    }
    limitTo(mostBlocks(device), Limit::Blocks);
    shape.occupancy = static_cast<double>(shape.resident * warpsPerBlock) / static_cast<double>(mostWarps);
    const std::int64_t onDevice = shape.resident * device.multiprocessors;
    if (onDevice > 0) shape.waves = static_cast<double>(shape.blocks) / static_cast<double>(onDevice);
}

const char* limitWord(Limit limit) {
    switch (limit) {
    case Limit::Threads:
        return "threads";
    case Limit::Registers:
        return "registers";
    case Limit::SharedMemory:
        return "shared memory";
    case Limit::Blocks:
        return "blocks";
    }
    return "";
}

QString count(std::int64_t n) { return QString::fromStdString(formatCount(n)); }

} // namespace

std::optional<KernelShape> kernelShape(const std::vector<ArgNode>& arguments, const DeviceProperties* device) {
    KernelShape out;
    out.blocks = product(arguments, "grid");
    out.threads = product(arguments, "block");
    if (out.blocks == 0 || out.threads == 0) return std::nullopt;
    out.registers = std::min<std::int64_t>(number(arguments, "registers per thread"), 1 << 16);
    out.sharedBytes = number(arguments, "shared memory");
    if (device && device->computeMajor > 0) fit(out, *device); // other vendors' rules are others
    return out;
}

QString kernelShapeText(const KernelShape& shape) {
    QString out = QStringLiteral("%1 %2 of %3 threads")
                      .arg(count(shape.blocks), shape.blocks == 1 ? QStringLiteral("block") : QStringLiteral("blocks"),
                           count(shape.threads));
    if (shape.registers > 0) out += QStringLiteral(", %1 registers").arg(shape.registers);
    if (shape.sharedBytes > 0)
        out += QStringLiteral(", %1 shared").arg(QString::fromStdString(formatBytes(shape.sharedBytes)));
    if (shape.resident <= 0) return out;
    out += QString::fromUtf8(" \u00b7 %1 at a time per SM (limit: %2) \u00b7 occupancy %3")
               .arg(count(shape.resident), QString::fromLatin1(limitWord(shape.limit)),
                    QString::fromStdString(formatShare(shape.occupancy)));
    if (shape.waves > 0) out += QString::fromUtf8(" \u00b7 %1 waves").arg(shape.waves, 0, 'f', 2);
    return out;
}

} // namespace lanescope::models
