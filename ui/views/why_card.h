// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/why_report.h"
#include "ui/style/theme.h"

#include <QLabel>

class QHBoxLayout;
class QVBoxLayout;

namespace faultline::ui {

/// The answer on a coloured background: headline, explanation and next steps.
class WhyCard final : public QWidget
{
    Q_OBJECT

public:
    explicit WhyCard(const Theme& theme, QWidget* parent = nullptr);

    void show(const WhyReport& why);

    static QString actionText(WhyReport::Action action);

Q_SIGNALS:
    void actionRequested(WhyReport::Action action);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void applyTheme();
    void rebuildButtons(const QList<WhyReport::Action>& actions);

    const Theme& m_theme;
    WhyReport::Mood m_mood = WhyReport::Mood::Fine;
    QLabel* m_headline;
    QLabel* m_explanation;
    QLabel* m_also;
    QHBoxLayout* m_buttons;
    QVBoxLayout* m_layout;
};

} // namespace faultline::ui
