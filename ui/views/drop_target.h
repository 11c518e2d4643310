#pragma once

#include "ui/style/theme.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace faultline::ui {

/// Dashed area that invites a crash file. The window takes the drop; this shows where and offers a
/// button.
class DropTarget final : public QWidget
{
    Q_OBJECT

public:
    explicit DropTarget(const Theme& theme, QWidget* parent = nullptr);

Q_SIGNALS:
    void openRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void applyTheme();

    const Theme& m_theme;
    QLabel* m_icon;
    QLabel* m_text;
    QLabel* m_kinds;
    QPushButton* m_open;
};

} // namespace faultline::ui
