// What categories and kernel names mean.
#include "core/build/kind_rules.h"
#include "core/build/roles.h"
#include "tests/support/trace_dsl.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::testing;

class tst_roles_and_kinds : public QObject {
    Q_OBJECT

private slots:
    void categoriesOfAllYearsAndMakersAreKnown_data() {
        QTest::addColumn<QString>("category");
        QTest::addColumn<int>("role");
        const auto row = [](const char* category, Role role) {
            QTest::newRow(category) << QString(category) << static_cast<int>(role);
        };
        row("cpu_op", Role::CpuOp);
        row("Operator", Role::CpuOp);
        row("user_annotation", Role::UserAnnotation);
        row("User", Role::UserAnnotation);
        row("python_function", Role::PythonFunction);
        row("cuda_runtime", Role::Runtime);
        row("Runtime", Role::Runtime);
        row("mtia_runtime", Role::Runtime);
        row("xpu_runtime", Role::Runtime);
        row("privateuse1_runtime", Role::Runtime);
        row("cuda_driver", Role::Driver);
        row("kernel", Role::Kernel);
        row("Kernel", Role::Kernel);
        row("mtia_ccp_events", Role::Kernel);
        row("gpu_memcpy", Role::Memcpy);
        row("Memcpy", Role::Memcpy);
        row("Memset", Role::Memset);
        row("gpu_user_annotation", Role::GpuAnnotation);
        row("cuda_sync", Role::GpuSync);
        row("cuda_event", Role::GpuEvent);
        row("overhead", Role::Overhead);
        row("Trace", Role::Span);
        row("kernel,gpu", Role::Kernel);
        row("gpu, kernel", Role::Kernel);
        row("gpu_memcpy,dma", Role::Memcpy);
        row("forward-compute", Role::Other);
        row("kernels", Role::Other);
        row("", Role::Other);
    }
    void categoriesOfAllYearsAndMakersAreKnown() {
        QFETCH(QString, category);
        QFETCH(int, role);
        QCOMPARE(static_cast<int>(build::roleOfCategory(category.toStdString())), role);
    }

    void kernelNamesHaveAKind_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("kind");
        const auto row = [](const char* name, WorkKind kind) {
            QTest::newRow(name) << QString(name) << QString(kindWord(kind));
        };
        using enum WorkKind;
        row("ncclKernel_AllReduce_RING_LL_Sum_float(ncclDevComm*, unsigned long, ncclWork*)", Communication);
        row("ncclSymkDevKernel_AllReduce_AGxLL_R_sum_bf16(ncclSymkDevWorkArgs4K)", Communication);
        row("void mscclpp::allgather_packet<2>(mscclpp::DeviceHandle*)", Communication);
        row("void vllm::cross_device_reduce_1stage<__nv_bfloat16, 8>(vllm::RankData*, int)", Communication);
        row("void flashinfer::trtllm_allreduce_fusion::allreduce_fusion_kernel_oneshot_lamport<4>(int)", Communication);
        row("void deep_ep::intranode::combine<int4, 8>(void*)", Communication);
        row("multimem_all_reduce_kernel", Communication);
        row("void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float>>(at::native::ReduceOp<float>)",
            Reduction);
        row("void cublasLt::splitKreduce_kernel<32, 16>(float*)", Gemm);
        row("void at::native::vectorized_gather_kernel<16, long>(char*)", Embedding);
        row("void moe::topk_route<8>(float*)", Moe);
        row("void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<64>>(int)", Attention);
        row("void cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<int>>>(int)", Attention);
        row("fmha_cutlassF_bf16_aligned_64x64_rf_sm80(AttentionKernel::Params)", Attention);
        row("sm80_xmma_fprop_implicit_gemm_tf32f32_tf32f32_f32_nhwckrsc_nchw_tilesize128x128x16", Convolution);
        row("implicit_convolve_sgemm", Convolution);
        row("cutlass_tensorop_s1688fprop_optimized_tf32_64x64", Convolution);
        row("ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_stages_64x3_tn", Gemm);
        row("nvjet_tst_256x128_64x4_1x2_h_bz_coopA_TNT", Gemm);
        row("Cijk_Ailk_Bljk_SB_MT64x16x64_MI16x16x4x1", Gemm);
        row("void convertTensor_kernel<float>(float*)", Other);
        row("void multi_tensor_apply_kernel<TensorListMetadata<4>, AdamFunctor<float>, float>(long)", Optimizer);
        row("void at::native::multi_tensor_apply_kernel<at::native::FusedAdamMathFunctor<float, 4>>(int)", Optimizer);
        row("void at::native::multi_tensor_apply_kernel<at::native::BinaryOpScalarFunctor<float>>(int)", Elementwise);
        row("void at::native::vectorized_layer_norm_kernel<float, float>(int)", Norm);
        row("triton_per_fused__softmax_2", Softmax);
        row("void scaled_upper_triang_masked_softmax_warp_forward<__half>(int)", Softmax);
        row("fused_rope_forward_kernel", Elementwise);
        row("void vllm::moe::moe_align_block_size_kernel<int>(int*)", Moe);
        row("triton_poi_fused_permute_3", Elementwise);
        row("triton_red_fused_sum_1", Reduction);
        row("triton_tem_fused_mm_7", Gemm);
        row("per_token_group_quant_8bit_kernel", Quantise);
        row("void at::native::indexSelectLargeIndex<float>(int)", Embedding);
        row("void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<int>>(int)", Elementwise);
        row("my_fused_thing", Other);
    }
    void kernelNamesHaveAKind() {
        QFETCH(QString, name);
        QFETCH(QString, kind);
        QCOMPARE(QString(kindWord(KindRules::builtin().classifyKernel(name.toStdString()))), kind);
    }

    void categoryComesBeforeTheName() {
        const auto store = storeOf("gpu_memcpy nccl_copy 0/7 0..5\n"
                                   "gpu_memset set 0/7 10..15\n"
                                   "kernel gemm 0/7 20..25\n"
                                   "kernel my_fused_thing 0/7 30..35 Collective_name=allreduce\n"
                                   "gpu_user_annotation nccl:all_reduce 0/7 40..45\n"
                                   "python_function \"nccl.py(12): all_reduce\" 1/1 0..5\n");
        QCOMPARE(store->kind(sliceNamed(*store, "nccl_copy")), WorkKind::Memory);
        QCOMPARE(store->kind(sliceNamed(*store, "set")), WorkKind::Memory);
        QCOMPARE(store->kind(sliceNamed(*store, "gemm")), WorkKind::Gemm);
        QCOMPARE(store->kind(sliceNamed(*store, "my_fused_thing")), WorkKind::Communication);
        QCOMPARE(store->kind(sliceNamed(*store, "nccl:all_reduce")), WorkKind::None);
        QCOMPARE(store->kind(sliceNamed(*store, "nccl.py(12): all_reduce")), WorkKind::None);
    }

    void rulesOfTheUserComeFirst() {
        const auto rules = KindRules::withUserRules("# mine\n comm: ^my_ring \n\nattention: blocksparse*fwd\n");
        QVERIFY(rules.ok());
        QCOMPARE(rules->classifyKernel("my_ring_gemm"), WorkKind::Communication);
        QCOMPARE(rules->classifyKernel("not_my_ring_gemm"), WorkKind::Gemm);
        QCOMPARE(rules->classifyKernel("BlockSparse_v2_FWD"), WorkKind::Attention);
        QVERIFY(rules->ruleFor("my_ring_gemm")->user);
        QVERIFY(rules->fingerprint() != KindRules::builtin().fingerprint());
        QCOMPARE(KindRules::withUserRules("").value().fingerprint(), KindRules::builtin().fingerprint());
    }

    void aBadRuleNamesItsLine() {
        const auto rules = KindRules::withUserRules("gemm: a\nwhatever: b\n");
        QVERIFY(!rules.ok());
        QCOMPARE(QString::fromStdString(rules.error().place), QString("line 2"));
        QVERIFY(!KindRules::withUserRules("gemm a").ok());
        QVERIFY(!KindRules::withUserRules("gemm:").ok());
    }

    void moreCategoriesThanOneByteHoldsKeepTheirRoles() {
        std::string text;
        for (int i = 0; i < 300; ++i)
            text += "c" + std::to_string(i) + " s" + std::to_string(i) + " 1/1 " + std::to_string(i * 10) + "+5\n";
        text += "kernel k 0/7 0..5\ngpu_memcpy m 0/7 5..9\n";
        const auto store = storeOf(text);
        QCOMPARE(store->role(sliceNamed(*store, "k")), Role::Kernel);
        QCOMPARE(store->role(sliceNamed(*store, "m")), Role::Memcpy);
        QCOMPARE(store->role(sliceNamed(*store, "s299")), Role::Other);
        QVERIFY(store->categories().size() <= 256);
        QCOMPARE(store->oddities().countOf(OddityKind::LimitReached), std::uint64_t{300 - 239 - 1});
    }
};

QTEST_APPLESS_MAIN(tst_roles_and_kinds)
#include "tst_roles_and_kinds.moc"
