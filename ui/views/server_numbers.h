// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/server_model.h"
#include "ui/style/theme.h"

#include <QList>
#include <QWidget>

namespace faultline::ui {

/// One number of a server: what it is, its value, and an hour of history as a line.
class ServerNumberTile final : public QWidget
{
    Q_OBJECT

public:
    explicit ServerNumberTile(const Theme& theme, QWidget* parent = nullptr);

    /// A stale number is dim: the server does not answer any more.
    void show(const ServerNumber& number, bool isStale);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void drawHistory(QPainter& painter, const QRect& area, const QColor& colour) const;

    const Theme& m_theme;
    ServerNumber m_number;
    bool m_isStale = false;
};

/// The numbers beside each other, in rows where they find no room.
class ServerNumbers final : public QWidget
{
    Q_OBJECT

public:
    explicit ServerNumbers(const Theme& theme, QWidget* parent = nullptr);

    void show(const QList<ServerNumber>& numbers, bool isStale);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    int columns() const;
    void arrange();

    const Theme& m_theme;
    QList<ServerNumberTile*> m_tiles;
};

} // namespace faultline::ui
