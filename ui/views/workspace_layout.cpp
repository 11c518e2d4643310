// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/workbench_dock.h"
#include "ui/views/workspace.h"

#include <QApplication>
#include <QDataStream>
#include <QEvent>
#include <QIODevice>
#include <QStackedWidget>
#include <QTabBar>

#include <algorithm>
#include <array>
#include <utility>

namespace faultline::ui {

namespace {

/// Increase this whenever docks are added, removed or renamed, so that older layouts are dropped.
constexpr int kLayoutVersion = 6;
/// Heads a layout that says what sizes are wanted. One without it is only what Qt saved.
constexpr quint32 kLayoutMark = 0x464c4159;
constexpr int kWidest = 100'000; ///< Of a panel, in pixels.

constexpr std::array kAreas{Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea, Qt::TopDockWidgetArea,
                            Qt::BottomDockWidgetArea};

} // namespace

/// The sizes that are wanted are saved as well as those that there are, because a window that was
/// closed while it was small can become large again.
QByteArray Workspace::layoutBytes() const
{
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out.setVersion(QDataStream::Qt_6_0);
    const QByteArray state = isMaximised() ? m_unmaximised : saveState(kLayoutVersion);
    out << kLayoutMark << state << m_sides.first << m_sides.second << m_sidesStep << m_userSized
        << m_shares;
    return bytes;
}

bool Workspace::applyLayout(const QByteArray& layout)
{
    QDataStream in(layout);
    in.setVersion(QDataStream::Qt_6_0);
    quint32 mark = 0;
    in >> mark;
    m_takesSizes = mark != kLayoutMark;
    m_userSized = true;
    if (m_takesSizes)
        return restoreState(layout, kLayoutVersion);
    QByteArray state;
    QPair<int, int> sides;
    int step = 0;
    bool isUserSized = false;
    QHash<QString, QSizeF> shares;
    in >> state >> sides.first >> sides.second >> step >> isUserSized >> shares;
    if (in.status() != QDataStream::Ok || !restoreState(state, kLayoutVersion))
        return false;
    m_sides = {std::clamp(sides.first, 0, kWidest), std::clamp(sides.second, 0, kWidest)};
    m_sidesStep = std::clamp(step, 1, kWidest);
    m_userSized = isUserSized;
    m_shares = shares;
    return true;
}

void Workspace::saveLayout()
{
    auto away = std::exchange(m_away, {});
    away.removeIf([](const WorkbenchDock* each) { return !each->isHidden(); });
    for (WorkbenchDock* each : away)
        each->show();
    m_context.settings.setDockLayout(layoutBytes());
    for (WorkbenchDock* each : away)
        each->hide();
    m_away = away;
}

void Workspace::restoreLayout()
{
    const QByteArray layout = m_context.settings.dockLayout();
    if (layout.isEmpty() || m_context.settings.isRestoringLayout()) {
        m_context.settings.setRestoringLayout(false);
        return;
    }
    // A layout that another Qt version wrote can crash the process. The mark then stays set, and
    // the next start skips the layout.
    m_context.settings.setRestoringLayout(true);
    m_needsSizes = !applyLayout(layout);
    if (m_needsSizes)
        arrangeDefault();
    m_context.settings.setRestoringLayout(false);
    updateTitles();
}

void Workspace::setPerspective(Perspective perspective)
{
    if (perspective == m_context.settings.perspective())
        return;
    saveLayout();
    endMaximised();
    m_context.settings.setPerspective(perspective);
    const QByteArray layout = m_context.settings.dockLayout();
    if (layout.isEmpty() || !applyLayout(layout))
        arrangeDefault();
    m_away.clear();
    m_awayFront.clear();
    fitProgram();
    updateTitles();
    giveWaySoon();
    QMetaObject::invokeMethod(this, &Workspace::fitChain, Qt::QueuedConnection);
}

/// Gives the view with the focus all the room, or gives it back.
void Workspace::toggleMaximised()
{
    if (isMaximised())
        return endMaximised();
    WorkbenchDock* kept = nullptr;
    for (WorkbenchDock* each : docks()) {
        if (!each->isFloating() && each->isAncestorOf(window()->focusWidget()))
            kept = each;
    }
    m_unmaximised = saveState(kLayoutVersion);
    for (WorkbenchDock* each : docks()) {
        if (each != kept && !each->isFloating())
            each->hide();
    }
    m_pages->setVisible(kept == nullptr);
    if (kept)
        kept->widget()->setFocus(Qt::OtherFocusReason);
    updateTitles();
    Q_EMIT maximisedChanged(true);
}

void Workspace::endMaximised()
{
    if (!isMaximised())
        return;
    QWidget* const focus = window()->focusWidget();
    m_pages->show();
    restoreState(std::exchange(m_unmaximised, {}), kLayoutVersion);
    updateTitles();
    giveWaySoon();
    if (focus && isAncestorOf(focus))
        focus->setFocus(Qt::OtherFocusReason);
    Q_EMIT maximisedChanged(false);
}

QList<QWidget*> Workspace::panelsInSight() const
{
    QList<QWidget*> panels;
    if (m_pages->isVisible())
        panels.append(m_pages->currentWidget());
    for (const WorkbenchDock* each : docks()) {
        if (isInFront(each->objectName()))
            panels.append(each->widget());
    }
    std::ranges::sort(panels, {}, [](const QWidget* panel) {
        const QPoint at = panel->mapToGlobal(QPoint());
        return std::pair(at.x(), at.y());
    });
    return panels;
}

void Workspace::stepPanel(int step)
{
    const QList<QWidget*> panels = panelsInSight();
    const auto hasFocus = [](const QWidget* panel) {
        const QWidget* focus = QApplication::focusWidget();
        return panel == focus || panel->isAncestorOf(focus);
    };
    const auto count = panels.size();
    auto at = std::ranges::find_if(panels, hasFocus) - panels.begin();
    if (at == count) // The focus is elsewhere in the window.
        at = step > 0 ? -1 : 0;
    // A panel that takes no focus is passed over.
    for (qsizetype i = 1; i <= count; ++i) {
        QWidget* const panel = panels.at((at + i * step + 2 * count) % count);
        panel->activateWindow();
        panel->setFocus(Qt::ShortcutFocusReason);
        if (hasFocus(panel))
            return;
    }
}

void Workspace::giveWaySoon()
{
    QMetaObject::invokeMethod(this, &Workspace::giveWay, Qt::QueuedConnection);
}

/// The user sizes panels by the lines between them, which belong to the workspace itself.
bool Workspace::event(QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress)
        m_pressed = places();
    const bool isTaken = QMainWindow::event(event);
    if (event->type() == QEvent::LayoutRequest) // Their texts can have changed.
        placeTitleWidgets();
    if (event->type() == QEvent::MouseButtonRelease && !isMaximised() && m_pressed != places()) {
        m_userSized = true;
        noteSides();
        noteShares();
    }
    return isTaken;
}

QList<QRect> Workspace::places() const
{
    QList<QRect> places;
    for (const WorkbenchDock* each : docks())
        places.append(each->geometry());
    return places;
}

void Workspace::noteSides()
{
    const int left = widthOf(Qt::LeftDockWidgetArea);
    const int right = widthOf(Qt::RightDockWidgetArea);
    m_sides = {left > 0 ? left : m_sides.first, right > 0 ? right : m_sides.second};
    m_sidesStep = m_context.theme.metrics().step;
}

/// A dock that lies behind another tab has the share of that one.
void Workspace::noteShares()
{
    if (!isVisible() || isMaximised() || width() <= 0 || height() <= 0)
        return;
    for (const auto area : kAreas) {
        for (QDockWidget* each : shownIn(area)) {
            const QSizeF share(double(each->width()) / width(), double(each->height()) / height());
            m_shares.insert(each->objectName(), share);
            for (const QDockWidget* behind : tabifiedDockWidgets(each))
                m_shares.insert(behind->objectName(), share);
        }
    }
}

/// Gives the docks of the area the shares of the window that they had.
void Workspace::applyShares(Qt::DockWidgetArea area, Qt::Orientation orientation)
{
    QList<QDockWidget*> found;
    QList<int> sizes;
    for (QDockWidget* each : shownIn(area)) {
        const auto share = m_shares.constFind(each->objectName());
        if (share == m_shares.cend())
            continue;
        found.append(each);
        sizes.append(std::max(1, orientation == Qt::Horizontal
                                     ? qRound(share->width() * width())
                                     : qRound(share->height() * height())));
    }
    resizeDocks(found, sizes, orientation);
}

/// The tabs whose front one is the dock's; null when the dock has no tab.
QTabBar* Workspace::tabsOf(const WorkbenchDock& dock) const
{
    for (QTabBar* tabs : findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
        if (tabs->isVisible() && tabs->tabText(tabs->currentIndex()) == dock.windowTitle())
            return tabs;
    }
    return nullptr;
}

bool Workspace::isFrontTab(const WorkbenchDock& dock) const
{
    const auto bars = findChildren<QTabBar*>(Qt::FindDirectChildrenOnly);
    return std::ranges::any_of(bars, [&dock](const QTabBar* tabs) {
        return !tabs->isHidden() && tabs->tabText(tabs->currentIndex()) == dock.windowTitle();
    });
}

void Workspace::updateTitles()
{
    const auto isShown = [](const QDockWidget* other) { return !other->isHidden(); };
    const auto all = docks();
    if (isMaximised() && m_pages->isHidden() && std::ranges::none_of(all, isShown))
        return endMaximised(); // The user closed the panel that had all the room.
    for (WorkbenchDock* each : docks()) {
        const bool isTabbed =
            !each->isFloating() && std::ranges::any_of(tabifiedDockWidgets(each), isShown);
        each->setTabbed(isTabbed);
    }
    placeTitleWidgets();
}

void Workspace::placeTitleWidgets()
{
    for (WorkbenchDock* each : docks()) {
        if (!each->isTabbed() || !each->hasTitleWidgets())
            continue;
        QTabBar* const tabs = tabsOf(*each);
        placeTitleWidgets(*each, tabs && isInFront(each->objectName()) ? tabs : nullptr);
    }
}

/// What the title of a dock offers stands right of its tab. It belongs to the workspace, because Qt
/// deletes tab bars as it likes.
void Workspace::placeTitleWidgets(WorkbenchDock& dock, QTabBar* tabs)
{
    if (!tabs)
        return dock.hideTitleWidgets();
    tabs->removeEventFilter(this);
    tabs->installEventFilter(this);
    const QRect last = tabs->tabRect(tabs->count() - 1);
    dock.showTitleWidgets(*this, tabs->geometry(), tabs->geometry().left() + last.right());
}

bool Workspace::eventFilter(QObject* watched, QEvent* event)
{
    const bool isTabs = qobject_cast<QTabBar*>(watched) != nullptr;
    if (isTabs && (event->type() == QEvent::Resize || event->type() == QEvent::Move))
        QMetaObject::invokeMethod(this, &Workspace::updateTitles, Qt::QueuedConnection);
    return QMainWindow::eventFilter(watched, event);
}

} // namespace faultline::ui
