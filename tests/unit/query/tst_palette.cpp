// The colour tokens reach the limits of the design: differences between kinds under simulated colour blindness
// (Machado 2009, severity 1, linear RGB) in CIEDE2000, and contrast of texts.
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <array>
#include <cmath>
#include <map>
#include <numbers>

namespace {

using Vec = std::array<double, 3>;
using Matrix = std::array<Vec, 3>;

double linear(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }

Vec rgb(const QString& hex) {
    const int value = hex.mid(1).toInt(nullptr, 16);
    return {linear((value >> 16) / 255.0), linear(((value >> 8) & 255) / 255.0), linear((value & 255) / 255.0)};
}

Vec times(const Matrix& m, const Vec& v) {
    Vec out{};
    for (std::size_t i = 0; i < 3; ++i) out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
    return out;
}

const std::map<QString, Matrix> kVisions{
    {"normal", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}},
};

Vec lab(const Vec& colour) {
    Vec c = colour;
    for (double& channel : c) channel = std::clamp(channel, 0.0, 1.0);
    const Matrix toXyz{
        {{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
    Vec xyz = times(toXyz, c);
    xyz[0] /= 0.95047;
    xyz[2] /= 1.08883;
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    return {116 * f(xyz[1]) - 16, 500 * (f(xyz[0]) - f(xyz[1])), 200 * (f(xyz[1]) - f(xyz[2]))};
}

double degrees(double radians) { return radians * 180 / std::numbers::pi; }
double cosDeg(double d) { return std::cos(d * std::numbers::pi / 180); }
double sinDeg(double d) { return std::sin(d * std::numbers::pi / 180); }

double ciede2000(const Vec& p, const Vec& q) {
    const double meanC = (std::hypot(p[1], p[2]) + std::hypot(q[1], q[2])) / 2;
    const double c7 = std::pow(meanC, 7) / (std::pow(meanC, 7) + std::pow(25.0, 7));
    const double g = 0.5 * (1 - std::sqrt(c7));
    const auto hue = [](double a, double b) {
        const double h = degrees(std::atan2(b, a));
        return h < 0 ? h + 360 : h;
    };
    const double a1 = p[1] * (1 + g), a2 = q[1] * (1 + g);
    const double c1 = std::hypot(a1, p[2]), c2 = std::hypot(a2, q[2]);
    const double h1 = hue(a1, p[2]), h2 = hue(a2, q[2]);
    double dh = h2 - h1;
    double meanH = (h1 + h2) / 2;
    if (c1 * c2 == 0) {
        dh = 0;
        meanH = h1 + h2;
    } else if (std::abs(h1 - h2) > 180) {
        dh += dh > 180 ? -360 : 360;
        meanH += h1 + h2 < 360 ? 180 : -180;
    }
    const double dL = q[0] - p[0], dC = c2 - c1, dH = 2 * std::sqrt(c1 * c2) * sinDeg(dh / 2);
    const double l = (p[0] + q[0]) / 2, c = (c1 + c2) / 2;
    const double t = 1 - 0.17 * cosDeg(meanH - 30) + 0.24 * cosDeg(2 * meanH) + 0.32 * cosDeg(3 * meanH + 6) -
                     0.2 * cosDeg(4 * meanH - 63);
    const double theta = 30 * std::exp(-std::pow((meanH - 275) / 25, 2));
    const double rc = 2 * std::sqrt(std::pow(c, 7) / (std::pow(c, 7) + std::pow(25.0, 7)));
    const double sl = 1 + 0.015 * std::pow(l - 50, 2) / std::sqrt(20 + std::pow(l - 50, 2));
    const double sc = 1 + 0.045 * c, sh = 1 + 0.015 * c * t, rt = -sinDeg(2 * theta) * rc;
    return std::sqrt(std::pow(dL / sl, 2) + std::pow(dC / sc, 2) + std::pow(dH / sh, 2) + rt * (dC / sc) * (dH / sh));
}

double contrast(const QString& a, const QString& b) {
    const auto luminance = [](const QString& hex) {
        const Vec c = rgb(hex);
        return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
    };
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

// Kinds that lie beside each other on a row of real traces.
const QString kTouching =
    "attention-comm attention-elementwise attention-gemm attention-norm attention-other attention-reduction "
    "attention-softmax comm-elementwise comm-gemm comm-memory comm-moe comm-norm comm-optimizer comm-other "
    "comm-quantise "
    "comm-reduction convolution-elementwise convolution-gemm convolution-norm elementwise-embedding elementwise-gemm "
    "elementwise-memory elementwise-moe elementwise-norm elementwise-optimizer elementwise-other elementwise-quantise "
    "elementwise-reduction elementwise-softmax embedding-gemm embedding-norm gemm-memory gemm-moe gemm-norm "
    "gemm-optimizer "
    "gemm-other gemm-quantise gemm-reduction gemm-softmax memory-other moe-norm moe-quantise norm-quantise "
    "norm-reduction "
    "optimizer-reduction reduction-softmax";

} // namespace

class TestPalette : public QObject {
    Q_OBJECT
    QJsonObject m_tokens;

    double leastDifference(const QJsonObject& colours, const Matrix& vision, const QStringList& pairs) {
        double least = 1e9;
        for (const QString& a : colours.keys())
            for (const QString& b : colours.keys()) {
                if (a >= b || (!pairs.isEmpty() && !pairs.contains(a + "-" + b))) continue;
                least = std::min(least, ciede2000(lab(times(vision, rgb(colours[a].toString()))),
                                                  lab(times(vision, rgb(colours[b].toString())))));
            }
        return least;
    }

private slots:
    void initTestCase() {
        QFile file(QStringLiteral(LANESCOPE_SOURCE_DIR "/resources/tokens.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        m_tokens = QJsonDocument::fromJson(file.readAll()).object();
        QCOMPARE(m_tokens["kind"].toObject().size(), 14);
    }

    void theDifferenceFormulaGivesPublishedValues() {
        // Sharma, Wu, Dalal: "The CIEDE2000 color-difference formula", table 1, pairs 1, 7, 17 and 25.
        QVERIFY(std::abs(ciede2000({50, 2.6772, -79.7751}, {50, 0, -82.7485}) - 2.0425) < 1e-4);
        QVERIFY(std::abs(ciede2000({50, 0, 0}, {50, -1, 2}) - 2.3669) < 1e-4);
        QVERIFY(std::abs(ciede2000({50, 2.5, 0}, {73, 25, -18}) - 27.1492) < 1e-4);
        QVERIFY(std::abs(ciede2000({60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}) - 1.2644) < 1e-4);
    }

    void kindsThatTouchDifferInEveryVision() {
        const QStringList touching = kTouching.split(QLatin1Char(' '));
        for (const auto& [name, vision] : kVisions) {
            const double least = leastDifference(m_tokens["kind"].toObject(), vision, touching);
            QVERIFY2(least >= 11, qPrintable(QStringLiteral("%1: %2").arg(name).arg(least)));
            const double all = leastDifference(m_tokens["kind"].toObject(), vision, {});
            QVERIFY2(all >= 10, qPrintable(QStringLiteral("%1: %2").arg(name).arg(all)));
        }
    }

    void ownersOfIdleTimeDifferInEveryVision() {
        for (const char* theme : {"dark", "light"})
            for (const auto& [name, vision] : kVisions)
                QVERIFY(leastDifference(m_tokens["idle"].toObject()[QLatin1String(theme)].toObject(), vision, {}) >=
                        14);
    }

    void inkIsReadableOnEveryKind() {
        const QString ink = m_tokens["ink_on_kind"].toString();
        const QJsonObject kinds = m_tokens["kind"].toObject();
        for (const QString& kind : kinds.keys())
            QVERIFY2(contrast(ink, kinds[kind].toString()) >= 4.5, qPrintable(kind));
    }

    void textIsReadableOnEveryGround() {
        for (const char* name : {"dark", "light", "print"}) {
            const QJsonObject theme = m_tokens["theme"].toObject()[QLatin1String(name)].toObject();
            for (const char* host : {"op", "py", "rt", "ann"})
                QVERIFY(contrast(theme[QLatin1String(host) + QStringLiteral("text")].toString(),
                                 theme[QLatin1String(host)].toString()) >= 4.5);
            for (const char* text : {"text", "text2", "muted", "accent", "bad", "warn", "good", "hit"})
                for (const char* ground : {"canvas", "panel", "raised", "group", "window"}) {
                    const double c =
                        contrast(theme[QLatin1String(text)].toString(), theme[QLatin1String(ground)].toString());
                    QVERIFY2(c >= 4.5, qPrintable(QStringLiteral("%1: %2 on %3: %4").arg(name, text, ground).arg(c)));
                }
            const QJsonObject idle =
                m_tokens["idle"].toObject()[QLatin1String(name) == QLatin1String("dark") ? "dark" : "light"].toObject();
            for (const QString& owner : idle.keys())
                QVERIFY(contrast(idle[owner].toString(), theme["canvas"].toString()) >= 3);
        }
    }
};

QTEST_APPLESS_MAIN(TestPalette)
#include "tst_palette.moc"
