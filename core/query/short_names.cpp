#include "core/query/short_names.h"

#include "core/query/kernel_families.h"
#include "core/query/name_parse.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace lanescope {

namespace {

constexpr std::size_t kWholeTemplate = 24; // characters up to which template arguments stay
constexpr std::size_t kMaxMangled = 16384; // longer symbols are not worth the time

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

// "eltwise_bwd[SIMD32 {1568; 1; 1}]" -> "eltwise_bwd": shapes of generated kernels.
std::string_view withoutShapes(std::string_view name) {
    const std::size_t open = name.find('[');
    if (open == std::string_view::npos || open == 0 || name.back() != ']') return name;
    const std::string_view before = name.substr(0, open);
    if (before.find_first_of("(<: ") != std::string_view::npos) return name;
    return before;
}

std::string withoutHiddenNamespaces(std::string_view name) {
    std::string out(name);
    replaceAll(out, "(anonymous namespace)::", "");
    return out;
}

bool looksLikeCpp(std::string_view name) {
    return name.find("::") != std::string_view::npos || name.find('<') != std::string_view::npos || name.ends_with(')');
}

// A kernel handed over as the argument of a general launcher.
std::string_view innerKernel(const names::Template& outer) {
    std::string_view best;
    for (const std::string_view word : names::identifiers(outer.args)) {
        if (word.find("Flash") != std::string_view::npos) return word;
        if (best.empty() &&
            (word.find("Gemm") != std::string_view::npos || word.find("Conv") != std::string_view::npos))
            best = word;
    }
    return best;
}

std::string cppName(std::string_view name) {
    const std::string plain = withoutHiddenNamespaces(name);
    const std::string_view last = names::lastPart(names::functionPath(plain));
    const names::Template parts = names::splitTemplate(last);
    if (auto wrapped = names::wrappedName(parts.base, parts.args)) return *wrapped;
    const bool launcher = parts.base.ends_with("device_kernel") || parts.base.ends_with("::Kernel");
    if (launcher) {
        if (const std::string_view inner = innerKernel(parts); !inner.empty()) return std::string(inner);
    }
    if (parts.args.empty() || last.size() <= kWholeTemplate) return std::string(last);
    return std::string(parts.base) + "<...>";
}

} // namespace

std::string demangled(std::string_view name) {
    if (!name.starts_with("_Z") || name.size() > kMaxMangled) return std::string(name);
    std::string symbol(name);
    // 16-bit floats are younger than the demangler of the compiler. Builtin types take no part in the numbering of
    // repeated types, so others can stand in for them: the type of nullptr, which no kernel takes, and half.
    const bool bfloat = symbol.find("DF16b") != std::string::npos && symbol.find("Dn") == std::string::npos;
    if (bfloat) replaceAll(symbol, "DF16b", "Dn");
    replaceAll(symbol, "DF16_", "Dh");
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    if (status != 0 || !text) return std::string(name);
    std::string out(text.get());
    if (bfloat) replaceAll(out, "decltype(nullptr)", "__bf16");
    return out;
}

std::string shortKernelName(std::string_view name) {
    if (auto family = names::familyName(name)) return *family;
    const std::string full = demangled(name);
    if (auto family = names::familyName(full)) return *family;
    const std::string_view core = withoutShapes(full);
    if (!looksLikeCpp(core)) return std::string(core);
    std::string out = cppName(core);
    return out.empty() ? std::string(core) : out;
}

std::string kernelGroupName(std::string_view name) {
    const std::string full = demangled(name);
    const std::string_view core = withoutShapes(full);
    if (core.starts_with("Memcpy") || core.starts_with("Memset") || !looksLikeCpp(core)) return std::string(core);
    return std::string(names::functionPath(core));
}

std::string shortHostName(std::string_view name) {
    // "torch/nn/modules/module.py(1915): __getattr__": the folders say little beside the file.
    const std::size_t colon = name.find("): ");
    if (colon != std::string_view::npos) {
        const std::size_t slash = name.substr(0, colon).rfind('/');
        if (slash != std::string_view::npos) return std::string(name.substr(slash + 1));
    }
    // "<built-in method append of list object at 0x7f41c0>": addresses change from run to run.
    const std::size_t address = name.find(" at 0x");
    if (address != std::string_view::npos && name.starts_with('<') && name.ends_with('>'))
        return std::string(name.substr(0, address)) + ">";
    return std::string(name);
}

NameStyle nameStyle(Role role) { return isGpuWork(role) ? NameStyle::Gpu : NameStyle::Host; }

const std::string& ShortNames::of(SliceId slice) { return of(m_store->nameId(slice), nameStyle(m_store->role(slice))); }

const std::string& ShortNames::of(StringId name, NameStyle style) {
    const std::uint64_t key = (std::uint64_t{name.value} << 1) | (style == NameStyle::Gpu ? 1u : 0u);
    const auto it = m_names.find(key);
    if (it != m_names.end()) return it->second;
    const std::string_view full = m_store->text(name);
    return m_names.emplace(key, style == NameStyle::Gpu ? shortKernelName(full) : shortHostName(full)).first->second;
}

} // namespace lanescope
