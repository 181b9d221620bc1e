#include "core/query/short_names.h"

#include <QTest>

using namespace lanescope;

class TestShortNames : public QObject {
    Q_OBJECT
    static void addWrappers() {
        QTest::newRow("functor")
            << "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, "
               "std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul>)"
            << "add (vectorized)";
        QTest::newRow("functor inside")
            << "void at::native::elementwise_kernel<128, 2, at::native::gpu_kernel_impl_nocast<"
               "at::native::BinaryFunctor<float, float, float, at::native::binary_internal::"
               "MulFunctor<float> > >(at::TensorIteratorBase&, float const&)::{lambda(int)#1}>(int, float)"
            << "mul (elementwise)";
        QTest::newRow("copy kernel")
            << "void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda("
               "at::TensorIteratorBase&)::{lambda()#3}::operator()() const::{lambda(float)#1}, "
               "std::array<char*, 2ul>, 4>(int, float)"
            << "direct_copy (unrolled)";
        QTest::newRow("reduction")
            << "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<"
               "float, float, float, float>, unsigned int, float, 4> >(at::native::ReduceOp<float>)"
            << "mean (reduce)";
        QTest::newRow("triton") << "triton_poi_fused_silu_mul_7"
                                << "silu_mul (triton)";
        QTest::newRow("triton, leading line") << "triton_poi_fused__to_copy_1"
                                              << "to_copy (triton)";
    }
    static void addLibraries() {
        QTest::newRow("cutlass")
            << "void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_64x64_64x6_tn_align8>("
               "cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_64x64_64x6_tn_align8::Params)"
            << "sm80 gemm 64x64";
        QTest::newRow("xmma")
            << "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x256x64_warpgroupsize2x1x1_execute"
            << "sm90 gemm 128x256";
        QTest::newRow("nvjet") << "nvjet_tst_256x192_64x4_2x1_v_bz_coopA_TNT"
                               << "nvjet_tst_256x192";
        QTest::newRow("nvjet of a chip") << "nvjet_sm103_tst_32x64_64x16_4x1_v_bz_splitK_TNN"
                                         << "nvjet_tst_32x64";
        QTest::newRow("collective") << "ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)"
                                    << "AllGather";
        QTest::newRow("older collective")
            << "ncclKernel_AllReduce_RING_LL_Sum_float(ncclDevComm*, unsigned long, ncclWork*)"
            << "AllReduce";
        QTest::newRow("copy") << "Memcpy HtoD (Pageable -> Device)"
                              << "HtoD";
        QTest::newRow("set") << "Memset (Device)"
                             << "Memset";
        QTest::newRow("hidden namespace")
            << "void (anonymous namespace)::softmax_warp_forward<float, float, float, 9>(float*)"
            << "softmax_warp_forward<...>";
        QTest::newRow("result type with brackets")
            << "std::enable_if<!(false), void>::type internal::gemvx::kernel<int, int, __half, float>(int)"
            << "gemvx::kernel<...>";
    }

private slots:
    void kernelsHaveShortNames_data() {
        QTest::addColumn<QString>("full");
        QTest::addColumn<QString>("wanted");
        // Case d01; the demangled forms are c++filt's.
        QTest::newRow("k1") << "_ZN5mylib13fused_ln_geluI6__halfLi4EEEvPKT_PS2_i"
                            << "fused_ln_gelu<__half, 4>";
        QTest::newRow("k2") << "void mylib::fused_ln_gelu<__half, 4>(__half const*, __half*, int)"
                            << "fused_ln_gelu<__half, 4>";
        QTest::newRow("k3") << "_ZN4ours14tiled_gemm_runINS_9TileShapeILi128ELi64EEEfEEvPKT0_S5_PS3_iii"
                            << "tiled_gemm_run<...>";
        QTest::newRow("k4") << "eltwise_bwd[SIMD32 {1568; 1; 1} {512; 1; 1}]"
                            << "eltwise_bwd";
        QTest::newRow("k6")
            << "void outer::inner::chunked_scan<outer::Tile<0, 0>, outer::Tile<1, 1>, outer::Tile<2, 2>>(float*)"
            << "chunked_scan<...>";
        QTest::newRow("k7") << "_Zbroken_symbol"
                            << "_Zbroken_symbol";
        addWrappers();
        addLibraries();
        QTest::newRow("plain") << "attn_fwd"
                               << "attn_fwd";
        QTest::newRow("empty") << ""
                               << "";
    }
    void kernelsHaveShortNames() {
        QFETCH(QString, full);
        QFETCH(QString, wanted);
        QCOMPARE(QString::fromStdString(shortKernelName(full.toStdString())), wanted);
    }

    void kernelsThatDifferOnlyInManglingOrShapesAreOneGroup() {
        const std::string plain = kernelGroupName("void mylib::fused_ln_gelu<__half, 4>(__half const*, __half*, int)");
        QCOMPARE(kernelGroupName("_ZN5mylib13fused_ln_geluI6__halfLi4EEEvPKT_PS2_i"), plain);
        QCOMPARE(plain, std::string("mylib::fused_ln_gelu<__half, 4>"));
        QCOMPARE(kernelGroupName("eltwise_bwd[SIMD32 {1568; 1; 1} {512; 1; 1}]"),
                 kernelGroupName("eltwise_bwd[SIMD32 {128; 1; 1} {64; 1; 1}]"));
        QVERIFY(kernelGroupName("triton_poi_fused_silu_mul_7") != kernelGroupName("triton_poi_fused_silu_mul_8"));
    }

    void bfloat16InSymbolsIsReadAndNamed() {
        QCOMPARE(demangled("_ZN5aiter3addIDF16bLi64EEEvPT_"), std::string("void aiter::add<__bf16, 64>(__bf16*)"));
    }

    void hostNamesLoseFoldersAndAddresses() {
        QCOMPARE(shortHostName("torch/nn/modules/module.py(1915): __getattr__"),
                 std::string("module.py(1915): __getattr__"));
        QCOMPARE(shortHostName("<built-in method append of list object at 0x7f41c0>"),
                 std::string("<built-in method append of list object>"));
        QCOMPARE(shortHostName("aten::addmm"), std::string("aten::addmm"));
    }

    void brokenNamesDoNotHang_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("open brackets") << QString(20000, '<');
        QTest::newRow("closing brackets") << QString(20000, '>');
        QTest::newRow("mixed") << QString("a<(b{").repeated(4000);
        QTest::newRow("commas") << QString("void f<") + QString(",").repeated(20000) + ">()";
        QTest::newRow("colons") << QString("::").repeated(10000);
        QTest::newRow("operators") << QString("operator<").repeated(2000) + "()";
    }
    void brokenNamesDoNotHang() {
        QFETCH(QString, name);
        const std::string result = shortKernelName(name.toStdString());
        QVERIFY(result.size() <= static_cast<std::size_t>(name.size()) + 16);
    }
};

QTEST_APPLESS_MAIN(TestShortNames)
#include "tst_short_names.moc"
