#include "widgets/scene/label_fit.h"

#include <algorithm>
#include <vector>

namespace lanescope::scene {

namespace {

constexpr std::string_view kEllipsis = "\u2026";
constexpr std::size_t kLeastMiddle = 9;
constexpr std::size_t kLeastWord = 3;
constexpr std::size_t kLongest = 400; // characters looked at; no slice on a screen holds more

// Byte offsets at which characters begin, and the end.
std::vector<std::size_t> characterStarts(std::string_view text) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < text.size(); ++i)
        if ((static_cast<unsigned char>(text[i]) & 0xC0u) != 0x80u) out.push_back(i);
    out.push_back(text.size());
    return out;
}

std::string_view bounded(std::string_view text) {
    if (text.size() <= kLongest) return text;
    std::size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) --end;
    return text.substr(0, end);
}

// The most characters for which make(n) fits, between least and most; 0 when none does.
template <class Make>
Fitted mostThatFit(std::size_t least, std::size_t most, double maxWidth, const TextStyle& style, TextMeasure& text,
                   Make make) {
    Fitted best;
    while (least <= most) {
        const std::size_t mid = least + (most - least) / 2;
        std::string candidate = make(mid);
        const double width = text.width(candidate, style);
        if (width <= maxWidth) {
            best = {std::move(candidate), width};
            least = mid + 1;
        } else {
            if (mid == 0) break;
            most = mid - 1;
        }
    }
    return best;
}

Fitted whole(std::string_view name, double maxWidth, const TextStyle& style, TextMeasure& text) {
    const double width = text.width(name, style);
    return width <= maxWidth ? Fitted{std::string(name), width} : Fitted{};
}

Fitted cutInMiddle(std::string_view name, double maxWidth, const TextStyle& style, TextMeasure& text) {
    const std::vector<std::size_t> at = characterStarts(name);
    const std::size_t characters = at.size() - 1;
    if (characters <= kLeastMiddle) return {};
    return mostThatFit(kLeastMiddle - 1, characters - 2, maxWidth, style, text, [&](std::size_t kept) {
        const std::size_t head = (kept * 6 + 5) / 10;
        std::string out(name.substr(0, at[head]));
        out += kEllipsis;
        out += name.substr(at[characters - (kept - head)]);
        return out;
    });
}

std::string_view withoutTemplate(std::string_view name) {
    const std::size_t open = name.find('<');
    return open == std::string_view::npos || open == 0 ? name : name.substr(0, open);
}

std::string withoutKernel(std::string_view name) {
    std::string out(name);
    const std::size_t at = out.rfind("_kernel");
    if (at != std::string::npos && at > 0) out.erase(at, 7);
    return out;
}

// "sm80 gemm 64x64" -> "gemm 64x64": the chip is the same for most kernels of a trace.
std::string_view withoutChip(std::string_view name) {
    const std::size_t blank = name.find(' ');
    if (blank == std::string_view::npos) return name;
    const std::string_view word = name.substr(0, blank);
    const bool chip = (word.starts_with("sm") && word.find_first_not_of("0123456789", 2) == std::string_view::npos) ||
                      word == "volta" || word == "turing" || word == "ampere" || word == "hopper" || word == "cutlass";
    return chip ? name.substr(blank + 1) : name;
}

} // namespace

Fitted cutAtEnd(std::string_view name, double maxWidth, std::size_t leastLetters, const TextStyle& style,
                TextMeasure& text) {
    name = bounded(name);
    if (Fitted all = whole(name, maxWidth, style, text); !all.text.empty()) return all;
    const std::vector<std::size_t> at = characterStarts(name);
    const std::size_t characters = at.size() - 1;
    if (characters == 0 || characters - 1 < leastLetters) return {};
    return mostThatFit(leastLetters, characters - 1, maxWidth, style, text, [&](std::size_t kept) {
        std::string_view head = name.substr(0, at[kept]);
        while (head.ends_with(' ')) head.remove_suffix(1);
        return std::string(head) + std::string(kEllipsis);
    });
}

Fitted fitKernelName(std::string_view shortName, double maxWidth, const TextStyle& style, TextMeasure& text) {
    const std::string_view name = bounded(shortName);
    if (Fitted fit = whole(name, maxWidth, style, text); !fit.text.empty()) return fit;
    const std::string_view base = withoutTemplate(name);
    if (Fitted fit = whole(base, maxWidth, style, text); !fit.text.empty()) return fit;
    const std::string plain = withoutKernel(withoutChip(base));
    if (Fitted fit = whole(plain, maxWidth, style, text); !fit.text.empty()) return fit;
    if (Fitted fit = cutInMiddle(plain, maxWidth, style, text); !fit.text.empty()) return fit;
    const std::string_view word = std::string_view(plain).substr(0, plain.find_first_of("_ "));
    if (word.size() >= kLeastWord && word.size() < plain.size()) return whole(word, maxWidth, style, text);
    return {};
}

namespace {

// What a host name is about: the function behind "file(line): ", behind the last "::", or inside "<built-in method f of
// ...>".
std::string_view hostCore(std::string_view name) {
    if (name.starts_with("<built-in ")) {
        for (const std::string_view word : {"method ", "function "}) {
            const std::size_t at = name.find(word);
            if (at == std::string_view::npos) continue;
            const std::string_view rest = name.substr(at + word.size());
            const std::string_view core = rest.substr(0, rest.find_first_of(" >"));
            if (!core.empty()) return core;
        }
    }
    if (const std::size_t place = name.find("): "); place != std::string_view::npos) return name.substr(place + 3);
    const std::size_t colons = name.rfind("::");
    return colons != std::string_view::npos && colons + 2 < name.size() ? name.substr(colons + 2) : name;
}

} // namespace

Fitted fitHostName(std::string_view name, double maxWidth, const TextStyle& style, TextMeasure& text) {
    name = bounded(name);
    if (Fitted fit = whole(name, maxWidth, style, text); !fit.text.empty()) return fit;
    const std::string_view core = hostCore(name);
    if (Fitted fit = whole(core, maxWidth, style, text); !fit.text.empty()) return fit;
    return cutAtEnd(core, maxWidth, 5, style, text);
}

} // namespace lanescope::scene
