// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QStyledItemDelegate>

namespace faultline::ui {

/// Draws a bar for the fraction in SortRole, followed by the amount as text.
class ProgressDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit ProgressDelegate(const Theme& theme, QObject* parent = nullptr);

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    /// The width at which bar and amount are shown whole.
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    int barWidth() const { return 16 * m_theme.metrics().step; }

    const Theme& m_theme;
};

} // namespace faultline::ui
