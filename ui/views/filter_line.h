// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/row_filter.h"
#include "ui/style/theme.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;

namespace faultline::ui {

class SegmentButton;

/// The filter of a table: a field, two switches, and how many rows are shown. Its query changes
/// 250 ms after the last key.
class FilterLine final : public QWidget
{
    Q_OBJECT

public:
    explicit FilterLine(const Theme& theme, QWidget* parent = nullptr);

    FilterQuery query() const;
    void setText(const QString& text);
    /// Gives the field the keyboard, with its text selected.
    void start();
    /// "3 of 17", or what is wrong with the query.
    void showCount(const QString& count);
    void showProblem(const QString& problem);

Q_SIGNALS:
    void queryChanged();
    void stepRequested(int direction);
    /// The user goes from the field into the rows.
    void rowsRequested();
    void closeRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    SegmentButton* addSwitch(const QString& text, const QString& meaning, const char* name);
    bool takeKey(int key, Qt::KeyboardModifiers modifiers);
    void applyTheme();

    const Theme& m_theme;
    QLineEdit* m_field;
    QLabel* m_count;
    SegmentButton* m_case = nullptr;
    SegmentButton* m_expression = nullptr;
    QTimer m_typed;
};

} // namespace faultline::ui
