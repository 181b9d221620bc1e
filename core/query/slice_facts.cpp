#include "core/query/slice_facts.h"

#include <algorithm>
#include <initializer_list>
#include <limits>

namespace lanescope {

std::optional<std::int64_t> elementBytes(std::string_view dtype) {
    std::string name; // lower case without underscores: older files spell types in several ways
    for (const char c : dtype)
        if (c != '_') name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const auto isOneOf = [&name](std::initializer_list<std::string_view> names) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (isOneOf({"byte", "char", "bool", "int8", "uint8"}) || name.starts_with("float8")) return 1;
    if (isOneOf({"short", "half", "bfloat16", "float16", "int16", "uint16"})) return 2;
    if (isOneOf({"int", "float", "int32", "uint32", "float32", "complexhalf"})) return 4;
    if (isOneOf({"long", "double", "complexfloat", "int64", "uint64", "float64", "complex64"})) return 8;
    if (isOneOf({"complexdouble", "complex128"})) return 16;
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
