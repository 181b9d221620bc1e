#include "widgets/pictures/picture_files.h"

#include "core/base/atomic_file.h"
#include "widgets/paint/scene_painter.h"
#include "widgets/pictures/report_pages.h"

#include <QBuffer>
#include <QHashFunctions>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace lanescope::pictures {

namespace {

enum class FileKind : std::uint8_t { Png, Svg, Pdf, Other };

FileKind kindOf(const QString& path) {
    const QString name = path.toLower();
    if (name.endsWith(QLatin1String(".png"))) return FileKind::Png;
    if (name.endsWith(QLatin1String(".svg"))) return FileKind::Svg;
    return name.endsWith(QLatin1String(".pdf")) ? FileKind::Pdf : FileKind::Other;
}

void paintParts(QPainter& painter, const Picture& picture, const paint::Theme& theme, paint::Fonts& fonts,
                paint::Target target) {
    for (const Part& part : picture.parts) {
        painter.save();
        painter.translate(part.x, part.y);
        paint::paintScene(painter, part.scene, theme, fonts, {target, paint::Background::Filled});
        painter.restore();
    }
}

bool writeSvg(QIODevice& device, const Picture& picture, const paint::Theme& theme, paint::Fonts& fonts) {
    QSvgGenerator generator;
    generator.setOutputDevice(&device);
    generator.setResolution(96); // a px of the picture is a px on a page
    generator.setSize(
        QSize(static_cast<int>(std::lround(picture.width)), static_cast<int>(std::lround(picture.height))));
    generator.setViewBox(QRectF(0, 0, picture.width, picture.height));
    generator.setTitle(QStringLiteral("Lanescope timeline"));
    QPainter painter;
    if (!painter.begin(&generator)) return false;
    painter.fillRect(QRectF(0, 0, picture.width, picture.height), theme.color(scene::Ink::Window));
    paintParts(painter, picture, theme, fonts, paint::Target::Vector);
    return painter.end();
}

bool writePdf(QIODevice& device, const Picture& picture, const paint::Theme& theme, paint::Fonts& fonts) {
    constexpr double pointsPerPx = 0.75;
    QBuffer buffer;
    if (!buffer.open(QIODevice::WriteOnly)) return false;
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(96);
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        writer.setPageSize(QPageSize(QSizeF(picture.width * pointsPerPx, picture.height * pointsPerPx),
                                     QPageSize::Point, {}, QPageSize::ExactMatch));
        writer.setTitle(QStringLiteral("Lanescope timeline"));
        writer.setCreator(QStringLiteral("Lanescope"));
        QPainter painter;
        if (!painter.begin(&writer)) return false;
        painter.fillRect(QRectF(0, 0, picture.width, picture.height), theme.color(scene::Ink::Window));
        paintParts(painter, picture, theme, fonts, paint::Target::Vector);
        if (!painter.end()) return false;
    }
    QByteArray bytes = buffer.data();
    fixDates(bytes);
    return device.write(bytes) == bytes.size();
}

} // namespace

QImage toImage(const Picture& picture, const paint::Theme& theme, double scale, paint::Fonts& fonts) {
    const QSize size(static_cast<int>(std::lround(picture.width * scale)),
                     static_cast<int>(std::lround(picture.height * scale)));
    // Dots are painted at whole scales only, where parts begin on whole dots; others are made smaller from the next.
    if (const double whole = std::max(1.0, std::ceil(scale)); whole != scale) {
        QImage smaller = toImage(picture, theme, whole, fonts)
                             .scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                             .convertToFormat(QImage::Format_RGB32);
        smaller.setDevicePixelRatio(scale);
        return smaller;
    }
    QImage image(size, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    image.fill(theme.color(scene::Ink::Window));
    QPainter painter(&image);
    paintParts(painter, picture, theme, fonts, paint::Target::Pixels);
    return image;
}

void fixOrderOfFiles() { QHashSeed::setDeterministicGlobalSeed(); }

QByteArray toSvg(const Picture& picture, const paint::Theme& theme, paint::Fonts& fonts) {
    QBuffer buffer;
    if (!buffer.open(QIODevice::WriteOnly) || !writeSvg(buffer, picture, theme, fonts)) return {};
    return buffer.data();
}

bool isPictureName(const std::string& path) { return kindOf(QString::fromStdString(path)) != FileKind::Other; }

namespace {

// Made in memory first: the picture writers of Qt do not tell of writes that failed.
template <class Write>
Status writeFile(const std::string& path, Write write) {
    QBuffer buffer;
    if (!buffer.open(QIODevice::WriteOnly) || !write(buffer))
        return Error{ErrorCode::Internal, "the picture cannot be made", path, ""};
    const QByteArray& bytes = buffer.data();
    return writeAtomically(path, std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

} // namespace

Status savePng(const QImage& image, const std::string& path) {
    return writeFile(path, [&](QIODevice& device) { return image.save(&device, "PNG"); });
}

Status save(const Picture& picture, const paint::Theme& theme, double scale, paint::Fonts& fonts,
            const std::string& path) {
    switch (kindOf(QString::fromStdString(path))) {
    case FileKind::Png:
        return savePng(toImage(picture, theme, scale, fonts), path);
    case FileKind::Svg:
        return writeFile(path, [&](QIODevice& device) { return writeSvg(device, picture, theme, fonts); });
    case FileKind::Pdf:
        return writeFile(path, [&](QIODevice& device) { return writePdf(device, picture, theme, fonts); });
    case FileKind::Other:
        break;
    }
    return Error{ErrorCode::Usage, "expected a name that ends in .png, .svg or .pdf", path, ""};
}

} // namespace lanescope::pictures
