#include "core/build/kind_rules.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lanescope {
namespace {

using enum WorkKind;

struct Row {
    WorkKind kind;
    std::string_view pattern;
    std::string_view without = {};
};

// First match wins. Order matters: what is named after its parts (a convolution done as a GEMM, an attention built from
// CUTLASS, a foreach kernel with an optimizer inside) stands before the parts.
constexpr std::array kBuiltin{
    // communication
    Row{Communication, "^nccl"},
    Row{Communication, "ncclkernel"},
    Row{Communication, "nccldevkernel"},
    Row{Communication, "ncclsymk"},
    Row{Communication, "rccl"},
    Row{Communication, "^hccl"},
    Row{Communication, "^hcom_"},
    // of XLA
    Row{Communication, "^all-reduce"},
    Row{Communication, "^all-gather"},
    Row{Communication, "^reduce-scatter"},
    Row{Communication, "^all-to-all"},
    Row{Communication, "^collective-permute"},
    Row{Communication, "^collective-broadcast"},
    Row{Communication, "^oneccl"},
    Row{Communication, "nvshmem"},
    Row{Communication, "multimem_"},
    Row{Communication, "one_shot_all"},
    Row{Communication, "two_shot_all"},
    Row{Communication, "oneshotallreduce"},
    Row{Communication, "twoshotallreduce"},
    Row{Communication, "cross_device_reduce"},
    Row{Communication, "deep_ep"},
    Row{Communication, "userbuffers"},
    Row{Communication, "allreduce_fusion"},
    Row{Communication, "msccl"},
    // parts of flashinfer that are no attention
    Row{Norm, "flashinfer*norm::"},
    Row{Elementwise, "flashinfer*activation"},
    Row{Elementwise, "flashinfer*rope"},
    Row{Other, "flashinfer*sampling"},
    // attention
    Row{Attention, "flash_fwd"},
    Row{Attention, "flash_bwd"},
    Row{Attention, "flash_attn"},
    Row{Attention, "flashattn"},
    Row{Attention, "flash::"},
    Row{Attention, "fmha"},
    Row{Attention, "mha_"},
    Row{Attention, "_attn_fwd"},
    Row{Attention, "_attn_bwd"},
    Row{Attention, "attention_kernel"},
    Row{Attention, "paged_attention"},
    Row{Attention, "unified_attention"},
    Row{Attention, "flex_attention"},
    Row{Attention, "flashinfer"},
    Row{Attention, "batchprefill"},
    Row{Attention, "batchdecode"},
    Row{Attention, "fused_attention"},
    Row{Attention, "cudnn_generated_fort_native_sdpa"},
    Row{Attention, "sdpa"},
    Row{Attention, "mla_"},
    // convolution, also where it is computed as a GEMM
    Row{Convolution, "implicit_gemm"},
    Row{Convolution, "convolve"},
    Row{Convolution, "convolution"},
    Row{Convolution, "conv1d"},
    Row{Convolution, "conv2d"},
    Row{Convolution, "conv3d"},
    Row{Convolution, "fprop"},
    Row{Convolution, "wgrad"},
    Row{Convolution, "dgrad"},
    Row{Convolution, "winograd"},
    // GEMM
    Row{Gemm, "gemm"},
    Row{Gemm, "^nvjet"},
    Row{Gemm, "^cijk_"},
    Row{Gemm, "custom_cijk"},
    Row{Gemm, "cublas"},
    Row{Gemm, "s16816"},
    Row{Gemm, "xmma"},
    Row{Gemm, "_matmul"},
    Row{Gemm, "gemv"},
    Row{Gemm, "splitkreduce"},
    Row{Gemm, "wgmma"},
    Row{Gemm, "tensorop"},
    Row{Gemm, "fused_moe_kernel"},
    Row{Gemm, "triton_tem*mm"},
    Row{Gemm, "triton_mm"},
    Row{Convolution, "conv", "conver"}, // not what converts types
    // optimizer: foreach kernels with its functors inside
    Row{Optimizer, "multi_tensor_apply_kernel*adam"},
    Row{Optimizer, "multi_tensor_apply_kernel*lamb"},
    Row{Optimizer, "multi_tensor_apply_kernel*sgd"},
    Row{Optimizer, "multi_tensor_apply_kernel*adagrad"},
    Row{Optimizer, "fused_adam"},
    Row{Optimizer, "fusedadam"},
    Row{Optimizer, "fusedsgd"},
    Row{Optimizer, "adamfunctor"},
    Row{Optimizer, "multi_tensor_adam"},
    // normalisation
    Row{Norm, "layer_norm"},
    Row{Norm, "layernorm"},
    Row{Norm, "rmsnorm"},
    Row{Norm, "rms_norm"},
    Row{Norm, "group_norm"},
    Row{Norm, "groupnorm"},
    Row{Norm, "rowwisemoments"},
    Row{Norm, "ln_fwd"},
    Row{Norm, "ln_bwd"},
    Row{Norm, "batch_norm"},
    Row{Norm, "batchnorm"},
    Row{Norm, "bn_fw"},
    Row{Norm, "bn_bw"},
    Row{Norm, "cuapplylayernorm"},
    Row{Norm, "cucomputegradinput"},
    Row{Norm, "gammabetabackward"},
    Row{Norm, "fused_add_rms"},
    // softmax and losses
    Row{Softmax, "softmax"},
    Row{Softmax, "cross_entropy"},
    Row{Softmax, "nll_loss"},
    Row{Softmax, "logsumexp"},
    // rotary embeddings are elementwise work
    Row{Elementwise, "rotary"},
    Row{Elementwise, "rope"},
    // MoE routing
    Row{Moe, "topk"},
    Row{Moe, "moe_"},
    Row{Moe, "permute", "triton_"}, // generated kernels list every operator they fused
    Row{Moe, "routing"},
    Row{Moe, "router"},
    Row{Moe, "expert"},
    Row{Moe, "bitmatrix"},
    // quantisation and casts
    Row{Quantise, "quant"},
    Row{Quantise, "fp8"},
    Row{Quantise, "cast_transpose"},
    Row{Quantise, "per_token_cast"},
    Row{Quantise, "mxfp"},
    Row{Quantise, "nvfp4"},
    // embedding, gather, scatter
    Row{Embedding, "embedding"},
    Row{Embedding, "indexselect"},
    Row{Embedding, "index_"},
    Row{Embedding, "gather"},
    Row{Embedding, "scatter"},
    // reduction
    Row{Reduction, "reduce_kernel"},
    Row{Reduction, "multi_tensor_apply_kernel*norm"},
    Row{Reduction, "triton_red"},
    Row{Reduction, "triton_per"},
    // elementwise
    Row{Elementwise, "elementwise"},
    Row{Elementwise, "vectorized_"},
    Row{Elementwise, "triton_poi"},
    Row{Elementwise, "triton_for"},
    Row{Elementwise, "multi_tensor_apply_kernel"},
    Row{Elementwise, "fillfunctor"},
    Row{Elementwise, "copy_kernel"},
    Row{Elementwise, "catarray"},
};

std::string lowered(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

// Parts between '*' in order; '^' ties the first part to the start.
bool matches(std::string_view name, std::string_view pattern) {
    const bool anchored = !pattern.empty() && pattern.front() == '^';
    if (anchored) pattern.remove_prefix(1);
    bool first = true;
    while (true) {
        const std::size_t star = pattern.find('*');
        const std::string_view part = pattern.substr(0, star);
        const std::size_t at =
            anchored && first ? (name.starts_with(part) ? 0 : std::string_view::npos) : name.find(part);
        if (at == std::string_view::npos) return false;
        name.remove_prefix(at + part.size());
        if (star == std::string_view::npos) return true;
        pattern.remove_prefix(star + 1);
        first = false;
    }
}

std::string_view trimmed(std::string_view text) {
    const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
    return text;
}

std::optional<WorkKind> kindOfWord(std::string_view word) {
    for (unsigned k = 1; k < static_cast<unsigned>(WorkKind::Count_); ++k)
        if (word == kindWord(static_cast<WorkKind>(k))) return static_cast<WorkKind>(k);
    if (word == "communication") return Communication;
    return std::nullopt;
}

Error badLine(std::size_t number, std::string_view line, std::string_view what) {
    std::string kinds;
    for (unsigned k = 1; k < static_cast<unsigned>(WorkKind::Count_); ++k)
        kinds += (k > 1 ? ", " : "") + std::string(kindWord(static_cast<WorkKind>(k)));
    return {ErrorCode::Usage, std::string(what) + ", found \"" + std::string(line.substr(0, 80)) + "\"",
            "line " + std::to_string(number), "write lines such as \"comm: my_all_reduce\"; the kinds are " + kinds};
}

} // namespace

KindRules KindRules::builtin() {
    KindRules rules;
    rules.m_rules.reserve(kBuiltin.size());
    for (const Row& row : kBuiltin)
        rules.m_rules.push_back({row.kind, std::string(row.pattern), std::string(row.without), false});
    return rules;
}

Result<KindRules> KindRules::withUserRules(std::string_view text) {
    KindRules rules;
    std::size_t number = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        ++number;
        if (line.empty() || line.front() == '#') continue;
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) return badLine(number, line, "expected \"kind: pattern\"");
        const auto kind = kindOfWord(lowered(trimmed(line.substr(0, colon))));
        if (!kind) return badLine(number, line, "expected a known kind before the colon");
        const std::string pattern = lowered(trimmed(line.substr(colon + 1)));
        if (pattern.empty() || pattern == "^") return badLine(number, line, "expected a pattern after the colon");
        rules.m_rules.push_back({*kind, pattern, {}, true});
    }
    const KindRules builtinRules = builtin();
    rules.m_rules.insert(rules.m_rules.end(), builtinRules.m_rules.begin(), builtinRules.m_rules.end());
    return rules;
}

const KindRule* KindRules::ruleFor(std::string_view name) const {
    const std::string lower = lowered(name);
    for (const KindRule& rule : m_rules) {
        if (!matches(lower, rule.pattern)) continue;
        if (!rule.without.empty() && lower.find(rule.without) != std::string::npos) continue;
        return &rule;
    }
    return nullptr;
}

WorkKind KindRules::classifyKernel(std::string_view name) const {
    const KindRule* const rule = ruleFor(name);
    return rule ? rule->kind : Other;
}

std::uint64_t KindRules::fingerprint() const {
    std::uint64_t hash = 0xcbf29ce484222325ull; // FNV-1a
    const auto add = [&](std::string_view text) {
        for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
        hash = (hash ^ 0xffu) * 0x100000001b3ull;
    };
    for (const KindRule& rule : m_rules) {
        add(kindWord(rule.kind));
        add(rule.pattern);
        add(rule.without);
    }
    return hash;
}

} // namespace lanescope
