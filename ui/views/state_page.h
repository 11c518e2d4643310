// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QStackedWidget>

#include <functional>

class QHBoxLayout;

namespace faultline::ui {

/// What a view shows instead of content: one icon, one sentence and at most two buttons.
struct ViewState
{
    struct Button
    {
        QString text;
        std::function<void()> action;
    };

    QString icon;
    QString sentence;      ///< May contain <b> around the subject's name. The rest must be escaped.
    QList<Button> buttons; ///< The first button is the primary one.
    QString detail;        ///< The exact reason, shown in the fixed font; may be empty.
};

/// Shows an empty, loading or error state in the middle of a view. A view without content always
/// shows one.
class StatePage final : public QWidget
{
    Q_OBJECT

public:
    explicit StatePage(const Theme& theme, QWidget* parent = nullptr);

    void show(const ViewState& state);

    QString sentence() const { return m_sentence->text(); }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitIcon();
    bool keepsButtons(const QList<ViewState::Button>& buttons);
    void rebuildButtons(const QList<ViewState::Button>& buttons);
    void applyTheme();

    const Theme& m_theme;
    QString m_iconName;
    QLabel* m_icon;
    QLabel* m_sentence;
    QLabel* m_detail;
    QHBoxLayout* m_buttons;
    QList<QPushButton*> m_shownButtons;
};

/// Shows a view's content or its state in the same place.
class StatefulView final : public QStackedWidget
{
    Q_OBJECT

public:
    StatefulView(const Theme& theme, QWidget* content, QWidget* parent = nullptr);

    void showContent();
    void showState(const ViewState& state);

    bool showsContent() const { return currentIndex() == 0; }

    StatePage& statePage() { return *m_page; }

private:
    QWidget* keyboardOfContent() const;

    StatePage* m_page;
    QPointer<QWidget> m_held; ///< Takes no keyboard while a state is shown.
    Qt::FocusPolicy m_policy = Qt::NoFocus;
};

} // namespace faultline::ui
