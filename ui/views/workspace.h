// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/report_view.h"

#include <QHash>
#include <QMainWindow>
#include <QPair>
#include <QSet>

class QStackedWidget;
class QTabBar;

namespace faultline::ui {

class ChainView;
class DetailsView;
class DisassemblyView;
class MemoryView;
class FindView;
class ModulesView;
class RegistersView;
class SourceView;
class StackView;
class WhyView;
class WorkbenchDock;

/// Stack pages in the middle and shared docks around them. Saves and restores layouts.
class Workspace final : public QMainWindow
{
    Q_OBJECT

public:
    explicit Workspace(const UiContext& context, QWidget* parent = nullptr);

    void addSession(ReportSession* session);
    void removeSession(ReportSession* session);
    /// Null shows the empty state of every view.
    void showSession(ReportSession* session);

    /// Null while no report is shown.
    StackView* currentStack() const;

    WorkbenchDock* dock(const QString& id) const { return m_docks.value(id); }

    QList<WorkbenchDock*> docks() const { return m_docks.values(); }

    /// Brings the dock to the front and gives it the focus.
    void focusDock(const QString& id);
    bool isInFront(const QString& id) const;
    /// Closes the dock if it has the focus; otherwise brings it to the front.
    void toggleDock(const QString& id);
    void focusStack();
    /// Shows Find in all stacks and gives it the keyboard; looks for the text, if there is one.
    void findInStacks(const QString& text = {});

    FindView& findView() { return *m_find; }

    /// Gives the focus to the next panel in sight (1) or to the one before (-1): from left to
    /// right, and from the top where panels stand above each other.
    void stepPanel(int step);
    void explainModule(int module);
    void explainWhatLacks();
    /// Returns the selected text of the view with the focus. Empty when that view is the stack or
    /// has no selection.
    QString selectedText() const;

    /// Shows the docks of the perspective as they were left in it.
    void setPerspective(Perspective perspective);
    void resetLayout();
    /// The panel with the focus, otherwise the stack, takes all the room, or all panels come back.
    void toggleMaximised();

    bool isMaximised() const { return !m_unmaximised.isEmpty(); }

    /// Gives the focus to the field for a place of the view with the focus, if it has one.
    bool askForPlace();
    /// Shows an address, register, module or function as instructions or as memory.
    void showCode(const QString& place);
    void showMemory(const QString& place);
    void showSourceLine(quint32 line);
    void saveLayout();
    /// Uses the default layout when the saved one has another version or when restoring it failed
    /// the last time.
    void restoreLayout();

Q_SIGNALS:
    void commandRequested(const QString& actionId);
    void locateRequested(int module);
    /// The user wants to see a debug file from inside.
    void inspectRequested(const QString& file);
    void dockChanged(const QString& id, bool isOpen);
    void maximisedChanged(bool isMaximised);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildDocks();
    void buildFacts();
    void fitProgram();
    void buildFind();
    WorkbenchDock* addView(const QString& id, const QString& title, ReportView* view);
    WorkbenchDock* addDock(const QString& id, const QString& title, QWidget* content);
    void connectView(ReportView* view);

    Perspective perspective() const { return m_context.settings.perspective(); }

    void arrangeDefault();
    void arrangeCrash();
    void arrangeThreads();
    void arrangeLowLevel();
    void sizeDefault();
    void sizeThreads();
    void sizeThreadsHeights();
    void sizeLowLevel();
    bool isNarrow() const;
    QByteArray layoutBytes() const;
    bool applyLayout(const QByteArray& layout);
    void noteSides();
    void noteShares();
    void applyShares(Qt::DockWidgetArea area, Qt::Orientation orientation);
    QList<QRect> places() const;
    QTabBar* tabsOf(const WorkbenchDock& dock) const;
    /// Also while the workspace is not in sight.
    bool isFrontTab(const WorkbenchDock& dock) const;
    void placeTitleWidgets();
    void placeTitleWidgets(WorkbenchDock& dock, QTabBar* tabs);
    void fitChain();
    int leastStackWidth() const;
    int leastStackHeight() const;
    int sourceHeight() const;
    /// Widths of the panels at the left and at the right, which leave the stack what it needs.
    QPair<int, int> sideWidths(int left, int right) const;
    QList<QDockWidget*> shownIn(Qt::DockWidgetArea area) const;
    int widthOf(Qt::DockWidgetArea area) const;
    void setSideWidths(int left, int right);
    void giveWay();
    void giveWaySoon();
    void fitHeights();
    void giveHeight(WorkbenchDock* opened);
    void joinTabs(WorkbenchDock& front);
    void keepStackRows(const WorkbenchDock* opened);
    void fitColumn();
    void fitSource();
    void updateTitles();
    void endMaximised();
    QList<QWidget*> panelsInSight() const;
    void bringUpWhy();
    StackView* stackOf(ReportSession* session);

    UiContext m_context;
    QStackedWidget* m_pages;
    StackView* m_emptyStack;
    WhyView* m_why = nullptr;
    SourceView* m_source = nullptr;
    DetailsView* m_details = nullptr;
    ChainView* m_chain = nullptr;
    FindView* m_find = nullptr;
    RegistersView* m_registers = nullptr;
    MemoryView* m_memory = nullptr;
    DisassemblyView* m_code = nullptr;
    ModulesView* m_modules = nullptr;
    QHash<ReportSession*, StackView*> m_stacks; ///< Null until the report is shown.
    QHash<QString, WorkbenchDock*> m_docks;
    QList<ReportView*> m_views;
    ReportSession* m_session = nullptr;
    QByteArray m_unmaximised; ///< The layout while one panel has all the room; otherwise empty.
    bool m_needsSizes = true;
    bool m_whyIsInFront = false;
    QPair<int, int> m_sides{0, 0};     ///< Widths at the left and right that are wanted.
    int m_sidesStep = 0;               ///< The step of the theme's grid for which they are.
    bool m_userSized = false;          ///< The user gave a panel another size.
    bool m_takesSizes = false;         ///< The sizes that there are become those that are wanted.
    QHash<QString, QSizeF> m_shares;   ///< Of docks in the window, when sizes were last chosen.
    QList<QRect> m_pressed;            ///< Places of the docks when the mouse went down.
    bool m_isNarrow = false;           ///< Low level was arranged for a window of little width.
    bool m_isSourceStrip = false;      ///< The source dock is only as high as its empty state.
    QList<WorkbenchDock*> m_away;      ///< Docks that the present report has nothing for.
    QList<WorkbenchDock*> m_awayFront; ///< Those of them that were in front of their tabs.
    QSet<ReportSession*> m_withSource; ///< Reports of which a source text was shown.
    QSet<ReportSession*>
        m_introduced; ///< Reports for which the Why view or the details were already raised.
};

} // namespace faultline::ui
