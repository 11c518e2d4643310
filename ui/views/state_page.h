#pragma once

#include "ui/style/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>

#include <functional>

class QHBoxLayout;

namespace faultline::ui {

/// What a view shows instead of content: one glyph, one sentence, at most two buttons.
struct ViewState
{
    struct Button
    {
        QString text;
        std::function<void()> action;
    };

    QString icon;
    QString sentence; ///< May contain <b> around the name it is about; everything else escaped.
    QList<Button> buttons; ///< The first is the primary one.
    QString detail;        ///< Exact reason, in the fixed font; may be empty.
};

/// Centred empty, loading and error states. Never blank: a view without content shows one of these.
class StatePage final : public QWidget
{
    Q_OBJECT

public:
    explicit StatePage(const Theme& theme, QWidget* parent = nullptr);

    void show(const ViewState& state);

    QString sentence() const { return m_sentence->text(); }

private:
    void rebuildButtons(const QList<ViewState::Button>& buttons);
    void applyTheme();

    const Theme& m_theme;
    QString m_iconName;
    QLabel* m_icon;
    QLabel* m_sentence;
    QLabel* m_detail;
    QHBoxLayout* m_buttons;
};

/// A view's content or its state, in the same place.
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
    StatePage* m_page;
};

} // namespace faultline::ui
