#include "core/synth/model.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::synth {

namespace {

unsigned blocksFor(std::uint64_t elements, std::uint64_t perBlock) {
    return static_cast<unsigned>(std::max<std::uint64_t>(1, (elements + perBlock - 1) / perBlock));
}

constexpr std::string_view kFlashTraits =
    "pytorch_flash::Flash_fwd_kernel_traits<128, 128, 64, 4, false, false, cutlass::bfloat16_t, "
    "pytorch_flash::Flash_kernel_traits<128, 128, 64, 4, cutlass::bfloat16_t> >";
constexpr std::string_view kFlashBackwardTraits =
    "pytorch_flash::Flash_bwd_kernel_traits<128, 64, 128, 8, 2, 4, 2, false, false, cutlass::bfloat16_t, "
    "pytorch_flash::Flash_kernel_traits<128, 64, 128, 8, cutlass::bfloat16_t> >";

} // namespace

KernelShape gemmKernel(std::uint64_t m, std::uint64_t n, std::string_view layout) {
    const std::uint64_t tileN = n >= 4096 ? 256 : n >= 1024 ? 192 : 64;
    const std::uint64_t tileM = m >= 1024 ? 128 : 64;
    const std::uint64_t tiles = ((m + tileM - 1) / tileM) * ((n + tileN - 1) / tileN);
    return {fmt::format("nvjet_tst_{}x{}_64x4_2x1_v_bz_coopA_{}", tileM, tileN, layout),
            {static_cast<unsigned>(std::min<std::uint64_t>(132, std::max<std::uint64_t>(1, tiles))), 1, 1},
            {384, 1, 1},
            168,
            213512};
}

KernelShape elementwiseKernel(std::string_view functor, unsigned arrays, std::uint64_t elements) {
    return {fmt::format("void at::native::vectorized_elementwise_kernel<8, {0}, std::array<char*, {1}ul> >(int, {0}, "
                        "std::array<char*, {1}ul>)",
                        functor, arrays),
            {blocksFor(elements, 1024), 1, 1},
            {128, 1, 1},
            32};
}

KernelShape layerNormKernel(std::uint64_t rows) {
    return {"void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float, false>(int, "
            "float, c10::BFloat16 const*, c10::BFloat16 const*, c10::BFloat16 const*, float*, float*, c10::BFloat16*)",
            {static_cast<unsigned>(rows), 1, 1},
            {32, 4, 1},
            38,
            24};
}

KernelShape layerNormInputGradKernel(std::uint64_t rows) {
    return {"void at::native::(anonymous namespace)::layer_norm_grad_input_kernel_vectorized<c10::BFloat16, float, "
            "false>(c10::BFloat16 const*, c10::BFloat16 const*, float const*, float const*, c10::BFloat16 const*, "
            "c10::BFloat16*, int)",
            {static_cast<unsigned>(rows), 1, 1},
            {128, 1, 1},
            40,
            256};
}

KernelShape layerNormWeightGradKernel(std::uint64_t hidden) {
    return {
        "void at::native::(anonymous namespace)::GammaBetaBackwardCUDAKernelTemplate<c10::BFloat16, float, 32u, 1u, "
        "32u, true, true, false>(long, long, c10::BFloat16 const*, c10::BFloat16 const*, float const*, float "
        "const*, c10::BFloat16*, c10::BFloat16*)",
        {blocksFor(hidden, 32), 1, 1},
        {32, 1, 1},
        64};
}

KernelShape flashForwardKernel(const Dims& d) {
    return {fmt::format("void pytorch_flash::flash_fwd_kernel<{}, false, true, false, false, true, true, false, "
                        "false>(pytorch_flash::Flash_fwd_params)",
                        kFlashTraits),
            {blocksFor(d.sequence, 128), static_cast<unsigned>(d.batch), static_cast<unsigned>(d.heads)},
            {128, 1, 1},
            255,
            65536};
}

KernelShape flashBackwardDotKernel(const Dims& d) {
    return {fmt::format("void pytorch_flash::flash_bwd_dot_do_o_kernel<true, {}>(pytorch_flash::Flash_bwd_params)",
                        kFlashBackwardTraits),
            {blocksFor(d.sequence, 64), static_cast<unsigned>(d.batch), static_cast<unsigned>(d.heads)},
            {256, 1, 1},
            64};
}

KernelShape flashBackwardKernel(const Dims& d) {
    return {fmt::format("void pytorch_flash::flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<{}, false, true, false, "
                        "false, true, true, false>(pytorch_flash::Flash_bwd_params)",
                        kFlashBackwardTraits),
            {blocksFor(d.sequence, 128), static_cast<unsigned>(d.batch), static_cast<unsigned>(d.heads)},
            {256, 1, 1},
            255,
            147456};
}

KernelShape flashBackwardConvertKernel(const Dims& d) {
    return {fmt::format("void pytorch_flash::flash_bwd_convert_dq_kernel<{}>(pytorch_flash::Flash_bwd_params, int)",
                        kFlashBackwardTraits),
            {blocksFor(d.sequence, 64), static_cast<unsigned>(d.batch), static_cast<unsigned>(d.heads)},
            {256, 1, 1},
            71,
            16384};
}

KernelShape softmaxKernel(std::string_view direction, std::uint64_t rows) {
    const bool forward = direction == "Forward";
    return {fmt::format("void at::native::(anonymous namespace)::cunn_SoftMax{0}<4, float, float, float, "
                        "at::native::(anonymous namespace)::{1}SoftMax{0}Epilogue>(float*, float const*, {2}int)",
                        direction, forward ? "" : "Log", forward ? "" : "float const*, "),
            {static_cast<unsigned>(std::min<std::uint64_t>(rows, 2147483647)), 1, 1},
            {256, 1, 1},
            30,
            2048};
}

KernelShape lossKernel(std::string_view direction) {
    return {fmt::format("void at::native::(anonymous namespace)::nll_loss_{}_reduce_cuda_kernel_2d<float, float, long>"
                        "(float*, float*, float const*, long const*, float const*, bool, long, long, long, long)",
                        direction),
            {1, 1, 1},
            {32, 1, 1},
            40,
            256};
}

KernelShape embeddingKernel(std::string_view direction, std::uint64_t tokens) {
    if (direction == "forward")
        return {"void at::native::vectorized_gather_kernel<16, long>(char*, char*, long*, int, long, long, long, long, "
                "bool)",
                {static_cast<unsigned>(tokens), 1, 1},
                {256, 1, 1},
                32};
    return {
        "void at::native::(anonymous namespace)::embedding_backward_feature_kernel<c10::BFloat16, float, long>(long "
        "const*, c10::BFloat16 const*, c10::BFloat16*, int, long, int)",
        {64, 1, 1},
        {32, 32, 1},
        32,
        8192};
}

KernelShape columnSumKernel(std::uint64_t n) {
    return {
        "void at::native::reduce_kernel<128, 4, at::native::ReduceOp<c10::BFloat16, "
        "at::native::func_wrapper_t<c10::BFloat16, at::native::sum_functor<c10::BFloat16, float, "
        "c10::BFloat16>::operator()(at::TensorIterator&)::{lambda(float, float)#1}>, unsigned int, c10::BFloat16, 4, "
        "4> >(at::native::ReduceOp<c10::BFloat16, at::native::func_wrapper_t<c10::BFloat16, "
        "at::native::sum_functor<c10::BFloat16, float, c10::BFloat16>::operator()(at::TensorIterator&)::{lambda("
        "float, float)#1}>, unsigned int, c10::BFloat16, 4, 4>)",
        {blocksFor(n, 128), 1, 1},
        {32, 4, 1},
        40,
        2048};
}

KernelShape fusedAdamKernel(std::uint64_t elements) {
    return {"void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous "
            "namespace)::FusedOptimizerTensorListMetadata<4>, at::native::(anonymous namespace)::FusedAdamMathFunctor<"
            "float, 4, (at::native::ADAM_MODE)1, false>, float const*, double, double, double, double, double, bool, "
            "float*, float*>(at::native::(anonymous namespace)::FusedOptimizerTensorListMetadata<4>, "
            "at::native::(anonymous namespace)::FusedAdamMathFunctor<float, 4, (at::native::ADAM_MODE)1, false>, float "
            "const*, double, double, double, double, double, bool, float*, float*)",
            {std::min(320u, blocksFor(elements, 65536)), 1, 1},
            {512, 1, 1},
            62};
}

KernelShape unfused(KernelShape shape) {
    shape.unfused = true;
    return shape;
}

KernelShape namedKernel(std::string_view name, unsigned blocks, unsigned threads, unsigned registers,
                        unsigned sharedBytes) {
    return {std::string(name), {blocks, 1, 1}, {threads, 1, 1}, registers, sharedBytes};
}

} // namespace lanescope::synth
