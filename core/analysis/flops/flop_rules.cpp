#include "core/analysis/flops/flop_rules.h"

#include "core/base/json.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lanescope {

namespace {

using Dims = std::vector<std::int64_t>;
constexpr std::size_t kMaxListText = std::size_t{64} * 1024;

double product(const Dims& dims, std::size_t from = 0) {
    double out = 1;
    for (std::size_t i = from; i < dims.size(); ++i) out *= static_cast<double>(dims[i]);
    return out;
}

const Dims& dimsAt(const OpArguments& a, std::size_t i) {
    static const Dims kNone;
    return i < a.dims.size() ? a.dims[i] : kNone;
}

std::int64_t bytesAt(const OpArguments& a, std::size_t i) { return i < a.types.size() ? typeBytes(a.types[i]) : 0; }

bool isTrue(const OpArguments& a, std::size_t i) { return i < a.values.size() && a.values[i] == "True"; }

// "[1, 2]" or "3" as numbers; a single one stands for all `rank` dimensions.
Dims numbersAt(const OpArguments& a, std::size_t i, std::size_t rank, std::int64_t otherwise) {
    Dims out;
    const std::string_view text = i < a.values.size() ? std::string_view(a.values[i]) : std::string_view();
    for (std::size_t at = 0; at < text.size();) {
        std::int64_t n = 0;
        const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), n);
        at = error == std::errc() ? static_cast<std::size_t>(end - text.data()) : at + 1;
        if (error == std::errc()) out.push_back(n);
    }
    if (out.size() == 1) out.assign(rank, out[0]);
    if (out.size() != rank) out.assign(rank, otherwise);
    return out;
}

// "[True, False, True]"; what is not said is asked for.
std::vector<bool> maskAt(const OpArguments& a, std::size_t i) {
    std::vector<bool> out;
    std::string_view text = i < a.values.size() ? std::string_view(a.values[i]) : std::string_view();
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        out.push_back(text.substr(0, comma).find("True") != std::string_view::npos);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    out.resize(std::max<std::size_t>(out.size(), 3), true);
    return out;
}

FlopEstimate made(FlopFamily family, double flops, double elements, const OpArguments& a, std::size_t first) {
    const std::int64_t e = bytesAt(a, first);
    return {family, flops, elements * static_cast<double>(e), e};
}

// mm, bmm and, with a bias first, addmm and baddbmm.
std::optional<FlopEstimate> gemm(const OpArguments& a, std::size_t first) {
    const Dims& x = dimsAt(a, first);
    const Dims& y = dimsAt(a, first + 1);
    if (x.size() != y.size() || x.size() < 2 || x.size() > 3) return std::nullopt;
    const std::size_t r = x.size();
    if (x[r - 1] != y[r - 2] || (r == 3 && x[0] != y[0])) return std::nullopt;
    const auto m = static_cast<double>(x[r - 2]);
    const auto k = static_cast<double>(x[r - 1]);
    const auto n = static_cast<double>(y[r - 1]);
    const double batch = r == 3 ? static_cast<double>(x[0]) : 1;
    const double bias = first > 0 ? batch * m * n : 0;
    const double biasElements = first > 0 ? product(dimsAt(a, 0)) : 0;
    return made(FlopFamily::Gemm, batch * 2 * m * n * k + bias, batch * (m * k + k * n + m * n) + biasElements, a,
                first);
}
std::optional<FlopEstimate> mm(const OpArguments& a) { return gemm(a, 0); }
std::optional<FlopEstimate> addmm(const OpArguments& a) { return gemm(a, 1); }

// Multiply-adds of a convolution: every output element sees a filter of its group.
double convolutionFlops(const Dims& out, const Dims& weight, bool transposed, const Dims& in) {
    return 2 * product(transposed ? in : out) * product(weight, 1);
}

// input, weight, bias, stride, padding, dilation, transposed, output_padding, groups
std::optional<FlopEstimate> convolution(const OpArguments& a) {
    const Dims& in = dimsAt(a, 0);
    const Dims& weight = dimsAt(a, 1);
    if (in.size() < 3 || in.size() != weight.size()) return std::nullopt;
    const std::size_t rank = in.size() - 2;
    const Dims stride = numbersAt(a, 3, rank, 1);
    const Dims padding = numbersAt(a, 4, rank, 0);
    const Dims dilation = numbersAt(a, 5, rank, 1);
    const bool transposed = isTrue(a, 6);
    const Dims outPadding = numbersAt(a, 7, rank, 0);
    const std::int64_t groups = numbersAt(a, 8, 1, 1)[0];
    Dims out{in[0], transposed ? weight[1] * std::max<std::int64_t>(groups, 1) : weight[0]};
    for (std::size_t i = 0; i < rank; ++i) {
        const std::int64_t reach = dilation[i] * (weight[i + 2] - 1);
        if (stride[i] <= 0) return std::nullopt;
        out.push_back(transposed ? (in[i + 2] - 1) * stride[i] - 2 * padding[i] + reach + outPadding[i] + 1
                                 : (in[i + 2] + 2 * padding[i] - reach - 1) / stride[i] + 1);
        if (out.back() <= 0) return std::nullopt;
    }
    const double bias = dimsAt(a, 2).empty() ? 0 : product(out);
    return made(FlopFamily::Convolution, convolutionFlops(out, weight, transposed, in) + bias,
                product(in) + product(weight) + product(out) + product(dimsAt(a, 2)) * (bias > 0 ? 1 : 0), a, 0);
}

// grad_output, input, weight, bias_sizes, stride, padding, dilation, transposed, output_padding, groups, output_mask
std::optional<FlopEstimate> convolutionBackward(const OpArguments& a) {
    const Dims& out = dimsAt(a, 0);
    const Dims& in = dimsAt(a, 1);
    const Dims& weight = dimsAt(a, 2);
    if (in.size() < 3 || in.size() != weight.size() || out.size() != in.size()) return std::nullopt;
    const double one = convolutionFlops(out, weight, isTrue(a, 7), in);
    const std::vector<bool> mask = maskAt(a, 10);
    const double passes = (mask[0] ? 1 : 0) + (mask[1] ? 1 : 0);
    return made(FlopFamily::Convolution, passes * one, passes * (product(in) + product(weight) + product(out)), a, 0);
}

// Batch, heads, queries, keys and sizes of heads, from query, key and value of four dimensions.
struct Attention {
    double pairs = 0, qk = 0, v = 0;
    double elements = 0; // of query, key, value and output
};
std::optional<Attention> attentionAt(const OpArguments& a, std::size_t first, std::size_t causalAt) {
    const Dims& q = dimsAt(a, first);
    const Dims& k = dimsAt(a, first + 1);
    const Dims& v = dimsAt(a, first + 2);
    if (q.size() != 4 || k.size() != 4 || v.size() != 4 || q[3] != k[3] || k[2] != v[2]) return std::nullopt;
    Attention out;
    out.pairs = product(q) / static_cast<double>(q[3] > 0 ? q[3] : 1) * static_cast<double>(k[2]);
    if (isTrue(a, causalAt)) // queries that see half of the keys, or, of fewer queries, all but the triangle above them
        out.pairs *= q[2] <= k[2] && k[2] > 0 ? 1 - 0.5 * static_cast<double>(q[2]) / static_cast<double>(k[2]) : 0.5;
    out.qk = static_cast<double>(q[3]);
    out.v = static_cast<double>(v[3]);
    out.elements = product(q) + product(k) + product(v) + static_cast<double>(q[0] * q[1] * q[2] * v[3]);
    return out;
}
std::optional<FlopEstimate> attention(const OpArguments& a, std::size_t first, std::size_t causalAt, bool backward) {
    const auto sizes = attentionAt(a, first, causalAt);
    if (!sizes) return std::nullopt;
    // Backward: the four products of the gradients, and the scores once more.
    const double per = backward ? 2 * (2 * sizes->qk + 2 * sizes->v) + 2 * sizes->qk : 2 * (sizes->qk + sizes->v);
    return made(FlopFamily::Attention, sizes->pairs * per, sizes->elements * (backward ? 2 : 1), a, first);
}
std::optional<FlopEstimate> flash(const OpArguments& a) { return attention(a, 0, 4, false); }
std::optional<FlopEstimate> efficient(const OpArguments& a) { return attention(a, 0, 6, false); }
std::optional<FlopEstimate> attentionBackward(const OpArguments& a) { return attention(a, 1, 11, true); }

// Query, key and value with the heads behind the tokens: [batch, tokens, heads, size], or, of sequences of any length
// in one row, [tokens of all, heads, size] with the ends of the sequences and the longest ones at the places given.
// Their lengths are not recorded: the longest one and the rest spread evenly.
std::optional<FlopEstimate> tokenAttention(const OpArguments& a, std::size_t endsAt, std::size_t longestAt,
                                           std::size_t causalAt) {
    const Dims &q = dimsAt(a, 0), &k = dimsAt(a, 1), &v = dimsAt(a, 2);
    const std::size_t r = q.size();
    if (r < 3 || r > 4 || k.size() != r || v.size() != r || q[r - 1] != k[r - 1] || k[r - 3] != v[r - 3])
        return std::nullopt;
    double pairs = 0; // of one head
    if (r == 4) {
        pairs = static_cast<double>(q[0] * q[1]) * static_cast<double>(k[1]);
    } else {
        const Dims& ends = dimsAt(a, endsAt);
        const Dims longestQ = numbersAt(a, longestAt, 1, 0), longestK = numbersAt(a, longestAt + 1, 1, 0);
        if (ends.size() != 1 || ends[0] < 2 || longestQ[0] <= 0 || longestK[0] <= 0) return std::nullopt;
        const auto rest = static_cast<double>(ends[0] - 2); // sequences beside the longest
        const auto mq = static_cast<double>(longestQ[0]), mk = static_cast<double>(longestK[0]);
        const double restQ = std::max(0.0, static_cast<double>(q[0]) - mq);
        const double restK = std::max(0.0, static_cast<double>(k[0]) - mk);
        pairs = mq * mk + (rest > 0 ? restQ * restK / rest : 0);
    }
    if (isTrue(a, causalAt)) pairs *= 0.5;
    pairs *= static_cast<double>(q[r - 2]);
    const double elements =
        product(q) + product(k) + product(v) +
        product(q) / static_cast<double>(std::max<std::int64_t>(q[r - 1], 1)) * static_cast<double>(v[r - 1]);
    return made(FlopFamily::Attention, pairs * 2 * static_cast<double>(q[r - 1] + v[r - 1]), elements, a, 0);
}
std::optional<FlopEstimate> flashTokens(const OpArguments& a) { return tokenAttention(a, 3, 5, 8); }
std::optional<FlopEstimate> flashVarlen(const OpArguments& a) { return tokenAttention(a, 3, 5, 9); }
std::optional<FlopEstimate> flashDense(const OpArguments& a) { return tokenAttention(a, 3, 5, 5); }

// The shape two shapes are broadcast to; none when they do not fit.
std::optional<Dims> broadcast(const Dims& a, const Dims& b) {
    Dims out(std::max(a.size(), b.size()), 1);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1;
        const std::int64_t y = i < b.size() ? b[b.size() - 1 - i] : 1;
        if (x != y && x != 1 && y != 1) return std::nullopt;
        out[out.size() - 1 - i] = x == 1 ? y : x;
    }
    return out;
}
std::optional<FlopEstimate> unary(const OpArguments& a) {
    if (dimsAt(a, 0).empty()) return std::nullopt;
    const double n = product(dimsAt(a, 0));
    return made(FlopFamily::Elementwise, n, 2 * n, a, 0);
}
std::optional<FlopEstimate> binary(const OpArguments& a) {
    const Dims& x = dimsAt(a, 0);
    const Dims& y = dimsAt(a, 1);
    const auto out = broadcast(x, y);
    if (!out || out->empty()) return std::nullopt;
    FlopEstimate made{FlopFamily::Elementwise, product(*out), 0, bytesAt(a, x.empty() ? 1 : 0)};
    std::int64_t widest = 0; // the result has the wider type of both; single numbers are in no memory
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        if (dimsAt(a, i).empty()) continue;
        const std::int64_t own = bytesAt(a, i) > 0 ? bytesAt(a, i) : made.elementBytes;
        made.bytes += product(dimsAt(a, i)) * static_cast<double>(own);
        widest = std::max(widest, own);
    }
    made.bytes = widest > 0 ? made.bytes + product(*out) * static_cast<double>(widest) : 0;
    return made;
}
// Nothing is computed, whatever the types: the source is read and the target written.
std::optional<FlopEstimate> copy(const OpArguments& a) {
    const Dims &to = dimsAt(a, 0), &from = dimsAt(a, 1);
    if (to.empty()) return std::nullopt;
    FlopEstimate out{FlopFamily::Copy, 0, 0, bytesAt(a, 0)};
    const std::int64_t fromBytes = bytesAt(a, 1);
    if (out.elementBytes > 0 && fromBytes > 0)
        out.bytes = product(to) * static_cast<double>(out.elementBytes) +
                    (from.empty() ? 0 : product(from) * static_cast<double>(fromBytes));
    return out;
}
std::optional<FlopEstimate> norm(const OpArguments& a) { // mean, variance, difference, scale, shift
    if (dimsAt(a, 0).empty()) return std::nullopt;
    const double n = product(dimsAt(a, 0));
    return made(FlopFamily::Norm, 5 * n, 2 * n, a, 0);
}
std::optional<FlopEstimate> reduction(const OpArguments& a) {
    if (dimsAt(a, 0).empty()) return std::nullopt;
    const double n = product(dimsAt(a, 0));
    return made(FlopFamily::Reduction, n, n, a, 0);
}

std::optional<FlopEstimate> softmax(const OpArguments& a) { // maximum, difference, power, sum, quotient
    if (dimsAt(a, 0).empty()) return std::nullopt;
    const double n = product(dimsAt(a, 0));
    return made(FlopFamily::Softmax, 5 * n, 2 * n, a, 0);
}

struct Rule {
    std::string_view op;
    std::optional<FlopEstimate> (*estimate)(const OpArguments&);
};
constexpr std::array kRules{
    Rule{"aten::mm", mm},
    Rule{"aten::bmm", mm},
    Rule{"aten::_scaled_mm", mm},
    Rule{"aten::addmm", addmm},
    Rule{"aten::baddbmm", addmm},
    Rule{"aten::_addmm_activation", addmm},
    Rule{"aten::convolution", convolution},
    Rule{"aten::_convolution", convolution},
    Rule{"aten::convolution_backward", convolutionBackward},
    Rule{"aten::_scaled_dot_product_flash_attention", flash},
    Rule{"aten::_scaled_dot_product_efficient_attention", efficient},
    Rule{"aten::_scaled_dot_product_cudnn_attention", efficient},
    Rule{"aten::_scaled_dot_product_flash_attention_backward", attentionBackward},
    Rule{"aten::_scaled_dot_product_efficient_attention_backward", attentionBackward},
    Rule{"aten::_flash_attention_forward", flashTokens},
    Rule{"flash_attn::_flash_attn_varlen_forward", flashVarlen},
    Rule{"flash_attn::_flash_attn_forward", flashDense},
    Rule{"aten::_softmax", softmax},
    Rule{"aten::_log_softmax", softmax},
    Rule{"aten::_safe_softmax", softmax},
    Rule{"aten::add", binary},
    Rule{"aten::add_", binary},
    Rule{"aten::sub", binary},
    Rule{"aten::sub_", binary},
    Rule{"aten::mul", binary},
    Rule{"aten::mul_", binary},
    Rule{"aten::div", binary},
    Rule{"aten::div_", binary},
    Rule{"aten::relu", unary},
    Rule{"aten::relu_", unary},
    Rule{"aten::gelu", unary},
    Rule{"aten::silu", unary},
    Rule{"aten::silu_", unary},
    Rule{"aten::sigmoid", unary},
    Rule{"aten::tanh", unary},
    Rule{"aten::exp", unary},
    Rule{"aten::sqrt", unary},
    Rule{"aten::rsqrt", unary},
    Rule{"aten::neg", unary},
    Rule{"aten::pow", unary},
    Rule{"aten::clamp_min", unary},
    Rule{"aten::clamp_min_", unary},
    Rule{"aten::copy_", copy},
    Rule{"aten::native_layer_norm", norm},
    Rule{"aten::native_batch_norm", norm},
    Rule{"aten::native_group_norm", norm},
    Rule{"aten::cudnn_batch_norm", norm},
    Rule{"aten::miopen_batch_norm", norm},
    Rule{"aten::_fused_rms_norm", norm},
    Rule{"aten::sum", reduction},
    Rule{"aten::mean", reduction},
    Rule{"aten::max", reduction},
    Rule{"aten::min", reduction},
    Rule{"aten::amax", reduction},
    Rule{"aten::argmax", reduction},
};

const Rule* ruleOf(std::string_view op) {
    const auto it = std::find_if(kRules.begin(), kRules.end(), [op](const Rule& r) { return r.op == op; });
    return it == kRules.end() ? nullptr : &*it;
}

std::vector<std::string> textsOf(std::string_view list) {
    std::vector<std::string> out;
    if (list.size() > kMaxListText) return out;
    const auto json = parseJson(list, "arguments");
    if (!json.ok()) return out;
    for (const Json& element : json->elements())
        out.push_back(element.asText() != nullptr ? *element.asText() : element.dump(Json::Style::Compact));
    return out;
}

} // namespace

std::string_view familyWord(FlopFamily family) {
    constexpr std::array<std::string_view, 8> kWords{"gemm", "convolution", "attention", "elementwise",
                                                     "norm", "reduction",   "softmax",   "copy"};
    return kWords[static_cast<std::size_t>(family)];
}

std::optional<OpArguments> parseArguments(std::string_view dims, std::string_view types, std::string_view values) {
    if (dims.empty() || dims.size() > kMaxListText) return std::nullopt;
    const auto json = parseJson(dims, "shapes");
    if (!json.ok() || !json->isArray()) return std::nullopt;
    OpArguments out;
    for (const Json& argument : json->elements()) {
        Dims shape;
        for (const Json& n : argument.elements()) {
            const auto value = n.asInteger();
            if (!value || *value < 0) { // a list of tensors has lists here: no rule takes one
                shape.clear();
                break;
            }
            shape.push_back(*value);
        }
        out.dims.push_back(std::move(shape));
    }
    out.types = textsOf(types);
    out.values = textsOf(values);
    return out;
}

bool hasFlopRule(std::string_view op) { return ruleOf(op) != nullptr; }

std::optional<FlopEstimate> estimateFlops(std::string_view op, const OpArguments& arguments) {
    const Rule* rule = ruleOf(op);
    return rule != nullptr ? rule->estimate(arguments) : std::nullopt;
}

std::int64_t typeBytes(std::string_view type) {
    constexpr std::array<std::pair<std::string_view, std::int64_t>, 14> kTypes{{{"float", 4},
                                                                                {"double", 8},
                                                                                {"c10::BFloat16", 2},
                                                                                {"c10::Half", 2},
                                                                                {"long int", 8},
                                                                                {"long", 8},
                                                                                {"int", 4},
                                                                                {"short int", 2},
                                                                                {"short", 2},
                                                                                {"bool", 1},
                                                                                {"signed char", 1},
                                                                                {"unsigned char", 1},
                                                                                {"int64_t", 8},
                                                                                {"__half", 2}}};
    for (const auto& [name, bytes] : kTypes)
        if (name == type) return bytes;
    return type.starts_with("c10::Float8") ? 1 : 0;
}

} // namespace lanescope
