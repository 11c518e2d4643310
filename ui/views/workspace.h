#pragma once

#include "ui/views/report_view.h"

#include <QHash>
#include <QMainWindow>
#include <QSet>

class QStackedWidget;

namespace faultline::ui {

class StackView;
class WhyView;
class WorkbenchDock;

/// Stack pages in the middle, shared docks around them. Layouts are saved and restored here.
class Workspace final : public QMainWindow
{
    Q_OBJECT

public:
    explicit Workspace(const UiContext& context, QWidget* parent = nullptr);

    void addSession(ReportSession* session);
    void removeSession(ReportSession* session);
    /// Null leaves every view in its empty state.
    void showSession(ReportSession* session);

    /// Null while no report is shown.
    StackView* currentStack() const;

    WorkbenchDock* dock(const QString& id) const { return m_docks.value(id); }

    QList<WorkbenchDock*> docks() const { return m_docks.values(); }

    /// Shows the dock in front and puts the focus into it.
    void focusDock(const QString& id);
    bool isInFront(const QString& id) const;
    /// Closes a dock that has the focus, else brings it to the front.
    void toggleDock(const QString& id);
    void focusStack();
    void explainModule(int module);
    /// Text selected in the view with the focus; empty when it is the stack or nothing is selected.
    QString selectedText() const;

    void resetLayout();
    void saveLayout();
    /// Falls back to the default for layouts of another version, and when the last attempt did not
    /// come to its end.
    void restoreLayout();

Q_SIGNALS:
    void commandRequested(const QString& actionId);
    void locateRequested(int module);
    void dockChanged(const QString& id, bool inFront);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void buildDocks();
    WorkbenchDock* addView(const QString& id, const QString& title, ReportView* view);
    WorkbenchDock* addDock(const QString& id, const QString& title, QWidget* content);
    void connectView(ReportView* view);
    void arrangeDefault();
    void sizeDefault();
    void updateTitles();
    void bringUpWhy();

    UiContext m_context;
    QStackedWidget* m_pages;
    StackView* m_emptyStack;
    WhyView* m_why = nullptr;
    QHash<ReportSession*, StackView*> m_stacks;
    QHash<QString, WorkbenchDock*> m_docks;
    QList<ReportView*> m_views;
    ReportSession* m_session = nullptr;
    bool m_needsSizes = true;
    QSet<ReportSession*>
        m_introduced; ///< Reports for which Why? or the details were already brought up.
};

} // namespace faultline::ui
