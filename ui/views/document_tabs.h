// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_session.h"
#include "ui/style/theme.h"

#include <QHash>
#include <QTabBar>
#include <QTimer>

namespace faultline::ui {

/// The tabs of the open reports and pages, after the tab of the start page. What one tab costs
/// hardly grows with their number. QTabBar lays out all tabs for each new tab and for each button,
/// so a tab is measured only when it changes, and gets its close button when it is in view.
class DocumentTabs final : public QTabBar
{
    Q_OBJECT

public:
    static constexpr int kStartTab = 0;

    /// `theme` must outlive the tabs.
    explicit DocumentTabs(const Theme& theme, QWidget* parent = nullptr);

    /// While it exists, changes of several tabs wait for one layout. A visible QTabBar lays out all
    /// tabs at each change.
    class OneLayout
    {
    public:
        explicit OneLayout(DocumentTabs& tabs);
        ~OneLayout();
        OneLayout(const OneLayout&) = delete;
        OneLayout& operator=(const OneLayout&) = delete;

    private:
        DocumentTabs& m_tabs;
        bool m_isShown;
        bool m_hasFocus;
    };

    /// Null for the start page and for other pages.
    ReportSession* sessionAt(int tab) const;
    /// Null for the start page and for reports.
    QWidget* pageAt(int tab) const;

    /// -1 when the session or page has no tab.
    int indexOf(const QObject* content) const { return m_index.value(content, -1); }

    /// The files of the reports, in their order.
    QStringList paths() const;
    /// Adds a tab and returns its index. The session must live until remove().
    int add(ReportSession* session);
    /// Adds a tab for a page, such as the library, and returns its index.
    int addPage(QWidget* page, const QString& name);
    /// The name that a tab shows, without marks of keys.
    QString tabName(int tab) const;
    void renamePage(const QWidget* page, const QString& name);
    void remove(int tab);
    /// The tabs, the one that was used last first. Tabs that were never in front come last.
    QList<int> byLastUse() const;
    /// Goes `direction` steps through the tabs by their last use. Steps that follow each other
    /// while the Ctrl key is down lead further back; after that the tab counts as used.
    void step(int direction);
    /// Shows the state of these sessions that have a tab.
    void showStates(const QList<ReportSession*>& sessions);

protected:
    QSize tabSizeHint(int tab) const override;
    void tabLayoutChange() override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Icon { None, Warning, Folder, Crash };

    /// The session or page of a tab; null for the start page.
    QObject* contentAt(int tab) const;
    void forgetSession(const ReportSession& session);
    void applyTheme();
    void showState(const ReportSession& session, int tab);
    void showIcon(int tab, Icon icon);
    void showName(const ReportSession& session);
    void showNamesLike(const ReportSession& session);
    bool lacksButton(int tab) const;
    void measureAnew(int tab);
    void noteUse(int tab);
    void endSteps();
    void keepCurrentInSight();
    void giveButtonsSoon();
    void giveButtons();

    const Theme& m_theme;
    QHash<const QObject*, int> m_index; ///< Of sessions and pages.
    /// Reports whose files have the same name.
    QHash<QString, QList<const ReportSession*>> m_byName;
    QHash<const ReportSession*, Icon> m_icons;
    mutable QList<QSize> m_sizes; ///< Of the tabs; invalid ones are not measured yet.
    QTimer m_giveButtons;
    QList<const QObject*> m_used; ///< The last one first; null is the start page.
    QList<int> m_walk;            ///< The order through which the user steps now.
    qsizetype m_walked = 0;
};

} // namespace faultline::ui
