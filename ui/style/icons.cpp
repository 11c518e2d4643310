// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/icons.h"

#include <QFile>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

// Qt's macro works only outside of namespaces.
static void initIconResources() // NOLINT(misc-use-anonymous-namespace)
{
    Q_INIT_RESOURCE(faultline);
}

namespace faultline::ui {

namespace {

QPixmap drawIcon(const QString& name, const QColor& colour, int sizePx, qreal ratio)
{
    initIconResources();
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QByteArray svg = file.readAll();
    svg.replace("currentColor", colour.name().toLatin1());
    QSvgRenderer renderer(svg);
    QPixmap pixmap(QSize(sizePx, sizePx) * ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    painter.end();
    pixmap.setDevicePixelRatio(ratio);
    return pixmap;
}

} // namespace

QPixmap iconPixmap(const QString& name, const QColor& colour, int sizePx, qreal ratio)
{
    const QString key = QStringLiteral("faultline/%1/%2/%3/%4")
                            .arg(name, colour.name(QColor::HexArgb))
                            .arg(sizePx)
                            .arg(ratio);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    pixmap = drawIcon(name, colour, sizePx, ratio);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

QIcon themedIcon(const QString& name, const QColor& colour, int sizePx)
{
    QIcon icon;
    for (const qreal ratio : {1.0, 2.0, 3.0})
        icon.addPixmap(iconPixmap(name, colour, sizePx, ratio));
    return icon;
}

} // namespace faultline::ui
