// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QWidget>

class QHBoxLayout;

namespace faultline::ui {

class ElidedLabel;

/// The head of a page: what is true now in one sentence, facts below it, and widgets at the right
/// end.
class PageHead final : public QWidget
{
    Q_OBJECT

public:
    /// The labels are called `name`.sentence and `name`.facts. `theme` must outlive the head.
    PageHead(const Theme& theme, const QString& name, QWidget* parent = nullptr);

    void setTexts(const QString& sentence, const QString& facts);
    void addRight(QWidget* widget);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void applyTheme();

    const Theme& m_theme;
    ElidedLabel* m_sentence;
    ElidedLabel* m_facts;
    QHBoxLayout* m_layout;
};

/// A line of one pixel between two panels, upright or flat.
class PanelEdge final : public QWidget
{
    Q_OBJECT

public:
    PanelEdge(const Theme& theme, Qt::Orientation orientation, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
};

} // namespace faultline::ui
