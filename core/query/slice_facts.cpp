#include "core/query/slice_facts.h"

#include <algorithm>
#include <array>
#include <limits>

namespace lanescope {

std::optional<std::int64_t> elementBytes(std::string_view dtype) {
    struct Size {
        std::string_view name;
        std::int64_t bytes;
    };
    constexpr std::array<Size, 19> sizes{{{"Byte", 1},
                                          {"Char", 1},
                                          {"Bool", 1},
                                          {"Short", 2},
                                          {"Half", 2},
                                          {"BFloat16", 2},
                                          {"Int", 4},
                                          {"Float", 4},
                                          {"Long", 8},
                                          {"Double", 8},
                                          {"ComplexHalf", 4},
                                          {"ComplexFloat", 8},
                                          {"ComplexDouble", 16},
                                          {"Float8_e4m3fn", 1},
                                          {"Float8_e5m2", 1},
                                          {"Float8_e4m3fnuz", 1},
                                          {"Float8_e5m2fnuz", 1},
                                          {"UInt16", 2},
                                          {"UInt32", 4}}};
    for (const Size& size : sizes)
        if (size.name == dtype) return size.bytes;
    return std::nullopt;
}

std::optional<std::int64_t> messageBytes(const TraceStore& store, SliceId slice) {
    if (const auto bytes = store.arg(ArgField::Bytes).find(slice.value)) return bytes;
    const auto in = store.arg(ArgField::InElements).find(slice.value);
    const auto out = store.arg(ArgField::OutElements).find(slice.value);
    const auto dtype = store.arg(ArgField::Dtype).find(slice.value);
    if (!dtype || (!in && !out)) return std::nullopt;
    const auto size = elementBytes(store.text(StringId{static_cast<std::uint32_t>(*dtype)}));
    const std::int64_t elements = std::max(in.value_or(0), out.value_or(0));
    if (!size || elements <= 0 || elements > std::numeric_limits<std::int64_t>::max() / *size) return std::nullopt;
    return elements * *size;
}

std::optional<std::string> groupWords(const TraceStore& store, SliceId slice) {
    for (const ArgField field : {ArgField::GroupDescription, ArgField::GroupName}) {
        const auto id = store.arg(field).find(slice.value);
        if (!id) continue;
        const std::string_view words = store.text(StringId{static_cast<std::uint32_t>(*id)});
        if (!words.empty() && words != "undefined") return std::string(words);
    }
    return std::nullopt;
}

} // namespace lanescope
