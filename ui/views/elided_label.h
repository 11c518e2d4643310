#pragma once

#include <QLabel>

namespace faultline::ui {

/// One line of text that shortens itself instead of pushing its neighbours away; the tool tip has
/// all of it.
class ElidedLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(Qt::TextElideMode mode, QWidget* parent = nullptr);

    void setFullText(const QString& text);

    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Qt::TextElideMode m_mode;
};

} // namespace faultline::ui
