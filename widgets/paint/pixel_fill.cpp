#include "widgets/paint/pixel_fill.h"

#include <QImage>
#include <QPainter>
#include <QRegion>

#include <algorithm>
#include <cmath>
#include <cstring>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif

namespace lanescope::paint {

namespace {

constexpr int kMostRows = 64; // of a strip

bool isSupported(const QImage& image) {
    return image.format() == QImage::Format_RGB32 || image.format() == QImage::Format_ARGB32_Premultiplied;
}

// Premultiplied source over destination; `keep` holds 255 minus the source's alpha in each byte. Of each byte:
// source + ((v + (v >> 8) + 0x80) >> 8) with v = under * keep; here two bytes at a time, the ones between hold carries.
QRgb over(QRgb source, QRgb under, QRgb keep) {
    constexpr QRgb kEven = 0x00ff00ffu, kHalf = 0x00800080u;
    const QRgb k = keep & 0xffu;
    const auto kept = [&](QRgb two) {
        const QRgb v = two * k;
        return ((v + ((v >> 8) & kEven) + kHalf) >> 8) & kEven;
    };
    return source + (kept(under & kEven) | kept((under >> 8) & kEven) << 8);
}

void blendDots(QRgb* to, const QRgb* source, const QRgb* keep, int from, int count) {
    for (int i = from; i < count; ++i) to[i] = over(source[i], to[i], keep[i]);
}

#if defined(__x86_64__) && defined(__GNUC__)
#define LANESCOPE_AVX2 1
// over() for eight dots at a time.
__attribute__((target("avx2"))) void blendWide(QRgb* to, const QRgb* source, const QRgb* keep, int count) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i half = _mm256_set1_epi16(0x80);
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        auto* const at = reinterpret_cast<__m256i*>(to + i);
        const __m256i under = _mm256_loadu_si256(at);
        const __m256i k = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(keep + i));
        __m256i low = _mm256_mullo_epi16(_mm256_unpacklo_epi8(under, zero), _mm256_unpacklo_epi8(k, zero));
        __m256i high = _mm256_mullo_epi16(_mm256_unpackhi_epi8(under, zero), _mm256_unpackhi_epi8(k, zero));
        low = _mm256_add_epi16(_mm256_add_epi16(low, _mm256_srli_epi16(low, 8)), half);
        high = _mm256_add_epi16(_mm256_add_epi16(high, _mm256_srli_epi16(high, 8)), half);
        const __m256i kept = _mm256_packus_epi16(_mm256_srli_epi16(low, 8), _mm256_srli_epi16(high, 8));
        const __m256i s = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(source + i));
        _mm256_storeu_si256(at, _mm256_add_epi8(s, kept));
    }
    blendDots(to, source, keep, i, count);
}
#endif

#ifdef LANESCOPE_AVX2
bool isWide() {
    static const bool is = __builtin_cpu_supports("avx2") != 0;
    return is;
}
#endif

// `count` dots, by over().
void blend(QRgb* to, const QRgb* source, const QRgb* keep, int count) {
#ifdef LANESCOPE_AVX2
    if (count >= 8 && isWide()) return blendWide(to, source, keep, count);
#endif
    blendDots(to, source, keep, 0, count);
}

// Boxes of several heights: those of the columns that the row meets.
struct MixedRow {
    const QRgb *dots, *keep;
    const int *from, *upTo; // rows of each column
    int count, row;
};

void blendRowFrom(QRgb* to, const MixedRow& in, int first) {
    for (int i = first; i < in.count; ++i)
        if (in.row >= in.from[i] && in.row < in.upTo[i]) to[i] = over(in.dots[i], to[i], in.keep[i]);
}

#ifdef LANESCOPE_AVX2
__attribute__((target("avx2"))) inline __m256i loadWide(const void* at) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(at));
}

// Columns that the row does not meet keep all of what is there.
__attribute__((target("avx2"))) void blendRowWide(QRgb* to, const MixedRow& in) {
    const __m256i row = _mm256_set1_epi32(in.row);
    alignas(32) QRgb dots[8], keep[8];
    int i = 0;
    for (; i + 8 <= in.count; i += 8) {
        const __m256i above = _mm256_cmpgt_epi32(loadWide(in.from + i), row); // begins below this row
        const __m256i meets = _mm256_andnot_si256(above, _mm256_cmpgt_epi32(loadWide(in.upTo + i), row));
        if (_mm256_testz_si256(meets, meets)) continue;
        const __m256i all = _mm256_set1_epi32(-1);
        _mm256_store_si256(reinterpret_cast<__m256i*>(dots), _mm256_and_si256(loadWide(in.dots + i), meets));
        _mm256_store_si256(reinterpret_cast<__m256i*>(keep),
                           _mm256_or_si256(loadWide(in.keep + i), _mm256_andnot_si256(meets, all)));
        blendWide(to + i, dots, keep, 8);
    }
    blendRowFrom(to, in, i);
}
#endif

void blendRow(QRgb* to, const MixedRow& in) {
#ifdef LANESCOPE_AVX2
    if (isWide()) return blendRowWide(to, in);
#endif
    blendRowFrom(to, in, 0);
}

// What stays of the ground under a premultiplied dot, in each byte.
QRgb keepOf(QRgb dot) { return (255u - static_cast<quint32>(qAlpha(dot))) * 0x01010101u; }

} // namespace

std::optional<PixelFill> PixelFill::of(const QPainter& painter) {
    QPaintDevice* device = painter.device();
    if (device == nullptr || device->devType() != QInternal::Image) return std::nullopt;
    auto* image = static_cast<QImage*>(device);
    const bool plain = painter.opacity() == 1.0 && painter.compositionMode() == QPainter::CompositionMode_SourceOver &&
                       painter.worldTransform().type() <= QTransform::TxScale;
    if (!plain || !isSupported(*image)) return std::nullopt;
    PixelFill out;
    out.m_clip = QRect(0, 0, image->width(), image->height());
    if (painter.hasClipping()) {
        if (painter.clipRegion().rectCount() > 1) return std::nullopt;
        const double ratio = image->devicePixelRatioF();
        const QRectF clip = painter.clipBoundingRect();
        const QRectF mapped = painter.worldTransform().mapRect(clip);
        const auto edge = [&](double v) { return static_cast<int>(std::lround(v * ratio)); };
        const QPoint from(edge(mapped.left()), edge(mapped.top()));
        out.m_clip &= QRect(from, QSize(edge(mapped.right()) - from.x(), edge(mapped.bottom()) - from.y()));
    }
    out.m_bits = reinterpret_cast<QRgb*>(image->bits());
    out.m_stride = image->bytesPerLine() / 4;
    return out;
}

void PixelFill::fill(int x, int y, int w, int h, QRgb dot) {
    const int x0 = std::max(x, m_clip.left());
    const int y0 = std::max(y, m_clip.top());
    const int x1 = std::min(x + w, m_clip.left() + m_clip.width());
    const int y1 = std::min(y + h, m_clip.top() + m_clip.height());
    if (x0 >= x1 || y0 >= y1) return;
    const auto count = static_cast<std::size_t>(x1 - x0);
    if (qAlpha(dot) == 255) {
        QRgb* const first = m_bits + y0 * m_stride + x0;
        std::fill_n(first, count, dot);
        for (int row = y0 + 1; row < y1; ++row) std::memcpy(m_bits + row * m_stride + x0, first, count * sizeof(QRgb));
        return;
    }
    m_row.assign(count, dot);
    m_rowKeep.assign(count, keepOf(dot));
    for (int row = y0; row < y1; ++row) blend(m_bits + row * m_stride + x0, m_row.data(), m_rowKeep.data(), x1 - x0);
}

std::optional<QRgb> PixelFill::groundOf(const QRect& place) const {
    if (place.isEmpty() || !m_clip.contains(place)) return std::nullopt;
    const auto width = static_cast<std::size_t>(place.width());
    const QRgb* const first = m_bits + place.top() * m_stride + place.left();
    if (std::any_of(first, first + width, [&](QRgb dot) { return dot != *first; })) return std::nullopt;
    for (int row = 1; row < place.height(); ++row)
        if (std::memcmp(first + row * m_stride, first, width * sizeof(QRgb)) != 0) return std::nullopt;
    return *first;
}

void PixelFill::put(const QRect& place, const QRgb* dots) {
    const auto width = static_cast<std::size_t>(place.width());
    QRgb* const first = m_bits + place.top() * m_stride + place.left();
    for (int row = 0; row < place.height(); ++row)
        std::memcpy(first + row * m_stride, dots + static_cast<std::size_t>(row) * width, width * sizeof(QRgb));
}

// For a box at that place beside those that are gathered.
void PixelFill::makeRoom(int x, int y, int h) {
    Strip& strip = m_strip;
    const bool fits = x >= strip.right && std::max(strip.bottom, y + h) - std::min(strip.top, y) <= kMostRows;
    if (strip.boxes > 0 && !fits) finish(); // may lie over what is gathered
    if (strip.boxes == 0) {
        strip.top = y;
        strip.bottom = y + h;
        strip.left = strip.right = x;
        strip.mixed = false;
        return;
    }
    if (strip.mixed || (y == strip.top && y + h == strip.bottom)) return;
    strip.mixed = true;
    strip.from.resize(strip.dots.size());
    strip.upTo.resize(strip.dots.size());
    const auto first = static_cast<std::size_t>(strip.left - m_clip.left());
    const auto count = static_cast<std::size_t>(strip.right - strip.left);
    std::fill_n(strip.from.data() + first, count, strip.top);
    std::fill_n(strip.upTo.data() + first, count, strip.bottom);
}

void PixelFill::add(int x, int y, int w, int h, QRgb dot) {
    const int x0 = std::max(x, m_clip.left());
    const int x1 = std::min(x + w, m_clip.left() + m_clip.width());
    if (x0 >= x1) return;
    makeRoom(x0, y, h);
    Strip& strip = m_strip;
    const auto columns = static_cast<std::size_t>(m_clip.width());
    if (strip.dots.size() != columns) {
        strip.dots.assign(columns, 0);
        strip.keep.assign(columns, 0xffffffffu);
    }
    const QRgb keep = keepOf(dot);
    const auto first = static_cast<std::size_t>(x0 - m_clip.left()), end = static_cast<std::size_t>(x1 - m_clip.left());
    for (std::size_t column = first; column < end; ++column) {
        strip.dots[column] = dot;
        strip.keep[column] = keep;
    }
    if (strip.mixed) {
        strip.top = std::min(strip.top, y);
        strip.bottom = std::max(strip.bottom, y + h);
        for (std::size_t column = first; column < end; ++column) {
            strip.from[column] = y;
            strip.upTo[column] = y + h;
        }
    }
    strip.right = x1;
    ++strip.boxes;
}

void PixelFill::finish() {
    Strip& strip = m_strip;
    if (strip.boxes == 0) return;
    const auto from = static_cast<std::size_t>(strip.left - m_clip.left());
    const auto count = static_cast<std::size_t>(strip.right - strip.left);
    const int end = std::min(strip.bottom, m_clip.top() + m_clip.height());
    for (int row = std::max(strip.top, m_clip.top()); row < end; ++row) {
        QRgb* const to = m_bits + row * m_stride + strip.left;
        if (strip.mixed)
            blendRow(to, {strip.dots.data() + from, strip.keep.data() + from, strip.from.data() + from,
                          strip.upTo.data() + from, static_cast<int>(count), row});
        else
            blend(to, strip.dots.data() + from, strip.keep.data() + from, static_cast<int>(count));
    }
    std::fill_n(strip.dots.data() + from, count, 0);
    std::fill_n(strip.keep.data() + from, count, 0xffffffffu);
    strip.boxes = 0;
}

} // namespace lanescope::paint
