// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QAbstractButton>
#include <QStringList>

namespace faultline::ui {

/// A line that does something: an icon, a text, and the keys that do the same at the right end.
class EntryButton final : public QAbstractButton
{
    Q_OBJECT

public:
    EntryButton(const Theme& theme, QString icon, const QString& text, QWidget* parent = nullptr);

    /// A portable text of one combination; empty for none.
    void setKeys(const QString& keys);

    QSize sizeHint() const override;

    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    const Theme& m_theme;
    QString m_icon;
    QStringList m_keys;
};

} // namespace faultline::ui
