// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/palette_model.h"
#include "ui/views/ui_context.h"

#include <QFrame>
#include <QPointer>
#include <QTimer>

class QLabel;
class QLineEdit;
class QListView;

namespace faultline::ui {

class PaletteDelegate;

/// The list over the window that leads everywhere: the user types, the best fits come first, Enter
/// goes. It searches symbols and places in the report in front while it is open.
class Palette final : public QFrame
{
    Q_OBJECT

public:
    /// `window` is the widget over which it lies.
    Palette(const UiContext& context, QWidget* window);

    /// Opens it over the window, `top` pixels below its upper edge. `kinds` limits what it offers
    /// where no prefix was typed; empty: everything. `session` may be null.
    void open(QList<PaletteEntry> entries,
              ReportSession* session,
              const QList<PaletteKind>& kinds,
              const QString& typed,
              int top);

    const PaletteModel& model() const { return m_model; }

Q_SIGNALS:
    /// The user chose the entry with this id; the palette is closed.
    void chosen(const QString& id);

protected:
    void hideEvent(QHideEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    QWidget* buildHead();
    QWidget* buildFoot();
    void applyTheme();
    void typed();
    void search();
    void stopSearching();
    void showRows();
    QList<PaletteEntry> found() const;
    QString countText(const PaletteQuery& query, int matches) const;
    void place();
    void step(int direction, int rows);
    bool pressed(int key);
    void choose(const QModelIndex& index);
    void leave();
    void sayCurrent();

    UiContext m_context;
    PaletteModel m_model;
    PaletteDelegate* m_delegate;
    QLineEdit* m_line;
    QLabel* m_icon;
    QLabel* m_count;
    QListView* m_list;
    QLabel* m_nothing;
    QWidget* m_foot = nullptr;
    QList<PaletteEntry> m_entries;
    QList<PaletteKind> m_kinds;
    QPointer<ReportSession> m_session;
    QPointer<QWidget> m_focusBefore;
    QTimer m_search;
    int m_top = 0;
};

} // namespace faultline::ui
