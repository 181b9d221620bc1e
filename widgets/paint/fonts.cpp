#include "widgets/paint/fonts.h"

#include "widgets/paint/text_tiles.h"

#include <QFile>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QGlyphRun>
#include <QPainter>
#include <QRawFont>
#include <QTextLayout>

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>

namespace lanescope::paint {

namespace {

using scene::TextStyle;

constexpr std::size_t kMaxTexts = 8192; // per style; then the cache starts anew

const char* fileOf(const TextStyle& style) {
    if (style.mono) return ":/lanescope/fonts/JetBrainsMono-Regular.ttf";
    if (style.weight >= 600) return ":/lanescope/fonts/Inter-SemiBold.otf";
    if (style.weight >= 500) return ":/lanescope/fonts/Inter-Medium.otf";
    return ":/lanescope/fonts/Inter-Regular.otf";
}

QRawFont rawFont(const TextStyle& style) {
    const QString file = QLatin1String(fileOf(style));
    if (QFile::exists(file)) return QRawFont(file, static_cast<qreal>(style.size), QFont::PreferNoHinting);
    return QRawFont::fromFont(font(style));
}

bool isDigit(QChar c) { return c >= QLatin1Char('0') && c <= QLatin1Char('9'); }

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

struct Shaped {
    double width = 0;
    QList<QGlyphRun> runs;
};

// One size and weight: its font, the width of a figure, and the texts laid out so far.
struct StyleCache {
    explicit StyleCache(const TextStyle& wanted) : style(wanted), raw(rawFont(wanted)) {
        for (char digit = '0'; digit <= '9'; ++digit)
            digitWidth = std::max(digitWidth, advanceOf(QString(QLatin1Char(digit))));
    }

    double advanceOf(const QString& character) const {
        const QList<quint32> glyphs = raw.glyphIndexesForString(character);
        if (glyphs.isEmpty()) return 0;
        return raw.advancesForGlyphIndexes(glyphs).value(0).x();
    }

    // Glyph by glyph: figures stand in cells of one width, and no contextual forms turn "256x192" into a product.
    Shaped shape(std::string_view utf8) const {
        const QString text = QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
        const QList<quint32> glyphs = raw.glyphIndexesForString(text);
        if (glyphs.size() != text.size()) return shapeWithFallback(text);
        const QList<QPointF> advances = raw.advancesForGlyphIndexes(glyphs);
        QList<quint32> drawn;
        QList<QPointF> positions;
        double x = 0;
        for (qsizetype i = 0; i < glyphs.size(); ++i) {
            const QChar c = text.at(i);
            const bool blank = c.isSpace();
            if (glyphs[i] == 0 && !blank) return shapeWithFallback(text);
            double advance = advances[i].x();
            double shift = 0;
            if (c == QChar(0x202F) || c == QChar(0x2009)) advance = static_cast<double>(style.size) * 0.2; // thin
            if (isDigit(c)) {
                shift = (digitWidth - advance) / 2;
                advance = digitWidth;
            }
            if (!blank) {
                drawn.append(glyphs[i]);
                positions.append({x + shift, 0});
            }
            x += advance;
        }
        Shaped out;
        out.width = x;
        if (drawn.isEmpty()) return out;
        QGlyphRun run;
        run.setRawFont(raw);
        run.setGlyphIndexes(drawn);
        run.setPositions(positions);
        out.runs.append(run);
        return out;
    }

    // Scripts and signs that the compiled-in fonts do not have.
    Shaped shapeWithFallback(const QString& text) const {
        QTextLayout layout(text, font(style));
        layout.beginLayout();
        QTextLine line = layout.createLine();
        line.setLineWidth(1e6);
        layout.endLayout();
        Shaped out;
        out.width = line.naturalTextWidth();
        out.runs = layout.glyphRuns();
        for (QGlyphRun& run : out.runs) {
            QList<QPointF> positions = run.positions();
            for (QPointF& p : positions) p.ry() -= line.ascent();
            run.setPositions(positions);
        }
        return out;
    }

    const Shaped& of(std::string_view utf8) {
        const auto it = texts.find(utf8);
        if (it != texts.end()) return it->second;
        if (texts.size() >= kMaxTexts) texts.clear();
        return texts.emplace(std::string(utf8), shape(utf8)).first->second;
    }

    TextStyle style;
    QRawFont raw;
    double digitWidth = 0;
    std::unordered_map<std::string, Shaped, TextHash, std::equal_to<>> texts;
};

} // namespace

bool loadFonts() {
    static const bool loaded = [] {
        bool all = true;
        for (const char* file :
             {"Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf", "JetBrainsMono-Regular.ttf"}) {
            const QString path = QStringLiteral(":/lanescope/fonts/") + QLatin1String(file);
            all = QFile::exists(path) && QFontDatabase::addApplicationFont(path) >= 0 && all;
        }
        return all;
    }();
    return loaded;
}

QFont font(const TextStyle& style) {
    loadFonts();
    QFont out;
    out.setFamilies(style.mono ? QStringList{QStringLiteral("JetBrains Mono"), QStringLiteral("monospace")}
                               : QStringList{QStringLiteral("Inter"), QStringLiteral("sans-serif")});
    out.setPixelSize(std::max(1, static_cast<int>(std::lround(style.size))));
    out.setWeight(style.weight >= 600 ? QFont::DemiBold : style.weight >= 500 ? QFont::Medium : QFont::Normal);
    out.setHintingPreference(QFont::PreferNoHinting);
    return out;
}

struct Fonts::Cache {
    StyleCache& of(const TextStyle& style) {
        for (const auto& entry : styles)
            if (entry->style == style) return *entry;
        styles.push_back(std::make_unique<StyleCache>(style));
        return *styles.back();
    }
    std::vector<std::unique_ptr<StyleCache>> styles;
    TextTiles tiles;
};

Fonts::Fonts() : m_cache(std::make_unique<Cache>()) { loadFonts(); }
Fonts::~Fonts() = default;

double Fonts::width(std::string_view utf8, const TextStyle& style) { return m_cache->of(style).of(utf8).width; }

TextTiles& Fonts::tiles() { return m_cache->tiles; }

void Fonts::draw(QPainter& painter, double x, double y, std::string_view utf8, const TextStyle& style) {
    for (const QGlyphRun& run : m_cache->of(style).of(utf8).runs) painter.drawGlyphRun(QPointF(x, y), run);
}

void Fonts::drawAsText(QPainter& painter, double x, double y, std::string_view utf8, const TextStyle& style) {
    const QString text = QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
    if (text.isEmpty()) return;
    // Qt writes figures with widths of their own: spread, the text ends where it was measured to end, so that columns
    // are flush at the right.
    // Without shaping no contextual form takes the place of a sign, which could not be searched for or copied then.
    QFont shown = font(style);
    shown.setStyleStrategy(QFont::PreferNoShaping);
    const double missing = width(utf8, style) - QFontMetricsF(shown).horizontalAdvance(text);
    shown.setLetterSpacing(QFont::AbsoluteSpacing, missing / static_cast<double>(text.size()));
    painter.setFont(shown);
    painter.drawText(QPointF(x, y), text);
}

} // namespace lanescope::paint
