// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chain_view.h"
#include "ui/views/details_view.h"
#include "ui/views/modules_view.h"
#include "ui/views/registers_view.h"
#include "ui/views/source_view.h"
#include "ui/views/stack_view.h"
#include "ui/views/workbench_dock.h"
#include "ui/views/workspace.h"

#include <QResizeEvent>
#include <QShowEvent>

#include <algorithm>

namespace faultline::ui {

namespace {

// Sizes in steps of the theme's grid.
constexpr int kLeft = 65;
constexpr int kRight = 80;
constexpr int kLeastLeft = 24;
constexpr int kLeastRight = 36;
constexpr int kStack = 150; ///< Function, module, place and trust can be told apart.
constexpr int kSourceStrip = 30;
constexpr int kSource = 108;
constexpr int kOpened = 54;
constexpr int kLeastOpened = 26;
constexpr int kLeastStackRows = 10;
constexpr int kLeastStackRowsOfThreads = 4;
constexpr int kLeftOfThreads = 79;
constexpr int kRightOfThreads = 82;

} // namespace

int Workspace::leastStackWidth() const
{
    return kStack * m_context.theme.metrics().step;
}

/// Ten rows, fewer where the stack is not what matters, what stands above them, the titles of the
/// columns, and a scroll bar.
int Workspace::leastStackHeight() const
{
    const Metrics& m = m_context.theme.metrics();
    const StackView* stack = currentStack();
    const int head = stack != nullptr ? stack->headHeight() : m.panelTitle();
    const bool isOfThreads = perspective() == Perspective::Threads;
    const int rows = isOfThreads ? kLeastStackRowsOfThreads : kLeastStackRows;
    return head + m.row() + 2 * m.step + rows * m.row();
}

QPair<int, int> Workspace::sideWidths(int left, int right) const
{
    const int step = m_context.theme.metrics().step;
    const int space = std::max(0, width() - leastStackWidth());
    if (left + right <= space)
        return {left, right};
    const int fairLeft = left + right > 0 ? int(qint64(space) * left / (left + right)) : 0;
    const int newLeft = std::clamp(fairLeft, std::min(left, kLeastLeft * step), std::max(left, 1));
    return {newLeft,
            std::clamp(space - newLeft, std::min(right, kLeastRight * step), std::max(right, 1))};
}

QList<QDockWidget*> Workspace::shownIn(Qt::DockWidgetArea area) const
{
    QList<QDockWidget*> found;
    for (WorkbenchDock* each : docks()) {
        // One that lies behind another tab has no area of its own in sight.
        if (!each->isHidden() && !each->isFloating() && dockWidgetArea(each) == area &&
            each->width() > 1 && isInFront(each->objectName()))
            found.append(each);
    }
    return found;
}

int Workspace::widthOf(Qt::DockWidgetArea area) const
{
    const auto found = shownIn(area);
    return found.isEmpty() ? 0 : found.first()->width();
}

void Workspace::setSideWidths(int left, int right)
{
    const auto lefts = shownIn(Qt::LeftDockWidgetArea);
    const auto rights = shownIn(Qt::RightDockWidgetArea);
    QList<QDockWidget*> sides;
    QList<int> widths;
    if (!lefts.isEmpty()) {
        sides.append(lefts.first());
        widths.append(left);
    }
    if (!rights.isEmpty()) {
        sides.append(rights.first());
        widths.append(right);
    }
    resizeDocks(sides, widths, Qt::Horizontal);
}

void Workspace::sizeDefault()
{
    // The sizes are there in the next turn of the event loop.
    QMetaObject::invokeMethod(this, &Workspace::noteShares, Qt::QueuedConnection);
    if (perspective() == Perspective::Threads)
        return sizeThreads();
    if (perspective() == Perspective::LowLevel)
        return sizeLowLevel();
    const int step = m_context.theme.metrics().step;
    const auto at = [this](const char* id) { return dock(QLatin1String(id)); };
    m_sides = {kLeft * step, kRight * step};
    m_sidesStep = step;
    const auto [left, right] = sideWidths(m_sides.first, m_sides.second);
    resizeDocks({at("dock.threads"), at("dock.details")}, {left, right}, Qt::Horizontal);
    m_isSourceStrip = false;
    resizeDocks({at("dock.source")}, {sourceHeight()}, Qt::Vertical);
    fitColumn();
}

void Workspace::sizeThreads()
{
    const int step = m_context.theme.metrics().step;
    const auto at = [this](const char* id) { return dock(QLatin1String(id)); };
    m_sides = {kLeftOfThreads * step, kRightOfThreads * step};
    m_sidesStep = step;
    const auto [left, right] = sideWidths(m_sides.first, m_sides.second);
    resizeDocks({at("dock.threads"), at("dock.locks")}, {left, right}, Qt::Horizontal);
    sizeThreadsHeights();
}

/// Who waits for whom and all stacks beside each other are the matter; the stack of one thread
/// keeps some rows.
void Workspace::sizeThreadsHeights()
{
    const int step = m_context.theme.metrics().step;
    const auto at = [this](const char* id) { return dock(QLatin1String(id)); };
    resizeDocks({at("dock.locks"), at("dock.thread")}, {height() * 55 / 100, height() * 45 / 100},
                Qt::Vertical);
    fitChain();
    const int least = leastStackHeight();
    const int chain = dock(QStringLiteral("dock.chain"))->height();
    resizeDocks({at("dock.parallel")}, {std::max(kLeastOpened * step, height() - chain - least)},
                Qt::Vertical);
}

/// The lock chain is as high as its boxes, but leaves the stack below it what that needs.
void Workspace::fitChain()
{
    WorkbenchDock* chain = dock(QStringLiteral("dock.chain"));
    if (isMaximised() || chain->isHidden() || chain->isFloating() ||
        dockWidgetArea(chain) != Qt::TopDockWidgetArea)
        return;
    const int title = m_context.theme.metrics().panelTitle();
    const int wanted = title + m_chain->contentHeight() + 1;
    resizeDocks({chain}, {std::clamp(wanted, 2 * title, std::max(2 * title, height() / 4))},
                Qt::Vertical);
}

void Workspace::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    giveWaySoon();
}

/// The panels at the sides have the widths that are wanted as long as the stack has what it needs.
/// What they gave they get back. Widths grow with the texts.
void Workspace::giveWay()
{
    if (m_needsSizes || !isVisible() || isMaximised())
        return;
    if (std::exchange(m_takesSizes, false)) {
        noteSides();
        noteShares();
    }
    if (perspective() == Perspective::LowLevel) {
        applyShares(Qt::RightDockWidgetArea, Qt::Horizontal);
        applyShares(Qt::BottomDockWidgetArea, Qt::Horizontal);
        return applyShares(Qt::BottomDockWidgetArea, Qt::Vertical);
    }
    const int step = m_context.theme.metrics().step;
    const auto scaled = [&](Qt::DockWidgetArea area, int size) {
        return shownIn(area).isEmpty() ? 0 : size * step / std::max(1, m_sidesStep);
    };
    const QPair now(widthOf(Qt::LeftDockWidgetArea), widthOf(Qt::RightDockWidgetArea));
    const auto wanted = sideWidths(scaled(Qt::LeftDockWidgetArea, m_sides.first),
                                   scaled(Qt::RightDockWidgetArea, m_sides.second));
    if (wanted != now)
        setSideWidths(wanted.first, wanted.second);
    fitHeights();
    keepStackRows(nullptr);
}

/// Heights come back with those of the window: as designed, or as the user chose them.
void Workspace::fitHeights()
{
    const auto below = shownIn(Qt::BottomDockWidgetArea);
    if (m_userSized || below.size() > 1) {
        for (const auto area : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea,
                                Qt::TopDockWidgetArea, Qt::BottomDockWidgetArea})
            applyShares(area, Qt::Vertical);
        return;
    }
    if (perspective() == Perspective::Threads)
        return sizeThreadsHeights();
    const int strip = kSourceStrip * m_context.theme.metrics().step;
    if (!below.isEmpty())
        resizeDocks(below, {m_isSourceStrip ? strip : sourceHeight()}, Qt::Vertical);
    fitColumn();
}

/// The designed height, unless that leaves the stack fewer than ten rows. The stack ends at a whole
/// row.
int Workspace::sourceHeight() const
{
    const Metrics& m = m_context.theme.metrics();
    const int wanted =
        std::clamp(height() - leastStackHeight(), kSourceStrip * m.step, kSource * m.step);
    const int rows = height() - wanted - 1 - m.panelTitle() - m.row();
    return wanted + std::max(0, rows) % m.row();
}

/// Without a source text the dock is a strip that says why, and the stack gets the space. Once a
/// report has shown a text, the dock keeps its height, so that stepping through frames moves
/// nothing.
void Workspace::fitSource()
{
    if (perspective() != Perspective::Crash || isMaximised() || !m_session ||
        !m_session->header().isComplete)
        return;
    WorkbenchDock* source = dock(QStringLiteral("dock.source"));
    if (m_source->hasText())
        m_withSource.insert(m_session);
    const bool isStrip = !m_withSource.contains(m_session);
    if (isStrip == m_isSourceStrip || source->isFloating() ||
        dockWidgetArea(source) != Qt::BottomDockWidgetArea)
        return;
    m_isSourceStrip = isStrip;
    resizeDocks({source},
                {isStrip ? kSourceStrip * m_context.theme.metrics().step : sourceHeight()},
                Qt::Vertical);
    keepStackRows(nullptr);
}

void Workspace::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    // Docks keep their sizes only after the window has a size.
    if (std::exchange(m_needsSizes, false))
        QMetaObject::invokeMethod(this, &Workspace::sizeDefault, Qt::QueuedConnection);
    else
        giveWaySoon();
}

/// A dock of rows below the stack opens with some rows, at the cost of the others.
void Workspace::giveHeight(WorkbenchDock* opened)
{
    const bool isOfRows = opened == dock(QStringLiteral("dock.activity")) ||
                          opened == dock(QStringLiteral("dock.log"));
    const int wanted = kOpened * m_context.theme.metrics().step;
    if (isOfRows && !opened->isFloating() && opened->height() < wanted)
        resizeDocks({opened}, {wanted}, Qt::Vertical);
    keepStackRows(opened);
    QMetaObject::invokeMethod(this, &Workspace::noteShares, Qt::QueuedConnection);
}

/// All docks below the stack become tabs of one place, with this one in front.
void Workspace::joinTabs(WorkbenchDock& front)
{
    for (WorkbenchDock* each : docks()) {
        if (each != &front && !each->isHidden() && !each->isFloating() &&
            dockWidgetArea(each) == Qt::BottomDockWidgetArea)
            tabifyDockWidget(&front, each);
    }
    front.raise();
}

/// The docks below the stack share what it leaves them. Where that is too little for all, they
/// become tabs of the one that was just opened.
void Workspace::keepStackRows(const WorkbenchDock* opened)
{
    if (perspective() == Perspective::LowLevel)
        return;
    const int step = m_context.theme.metrics().step;
    QList<QDockWidget*> below = shownIn(Qt::BottomDockWidgetArea);
    int space = height() - leastStackHeight();
    for (const QDockWidget* above : shownIn(Qt::TopDockWidgetArea))
        space -= above->height();
    const int missing = leastStackHeight() - centralWidget()->height();
    if (missing <= 0 || below.isEmpty())
        return;
    std::ranges::sort(below, {}, &QDockWidget::y);
    int needed = 0;
    for (const QDockWidget* each : below)
        needed += std::max(each->minimumSizeHint().height(), kLeastOpened * step);
    if (opened && below.size() > 1 && space < needed) {
        joinTabs(*dock(opened->objectName()));
        below = {dock(opened->objectName())};
    }
    QList<int> heights;
    int left = std::max(space, kLeastOpened * step * int(below.size()));
    for (qsizetype i = 0; i < below.size(); ++i) {
        const int others = kLeastOpened * step * int(below.size() - 1 - i);
        const int own =
            below.at(i) == opened || i + 1 == below.size() ? left - others : left - others - others;
        heights.append(std::clamp(own, kLeastOpened * step, std::max(left - others, 1)));
        left -= heights.last();
    }
    resizeDocks(below, heights, Qt::Vertical);
}

/// The panels of the right column take the height that their content needs; the last one takes the
/// rest. Where that is more than there is, facts and registers scroll.
void Workspace::fitColumn()
{
    const Metrics& m = m_context.theme.metrics();
    const auto at = [this](const char* id) { return dock(QLatin1String(id)); };
    WorkbenchDock* front = at(m_whyIsInFront ? "dock.why" : "dock.details");
    if (perspective() != Perspective::Crash || isMaximised() || front->isFloating() ||
        dockWidgetArea(front) != Qt::RightDockWidgetArea)
        return;
    const int title = m.panelTitle();
    const int all = height();
    const int least = title + 3 * m.denseRow();
    const bool hasRegisters = !at("dock.registers")->isHidden() || !at("dock.locals")->isHidden();
    const int modules =
        std::clamp(title + m_modules->contentHeight(), least, std::max(least, all / 4));
    const int others = modules + (hasRegisters ? 2 : 1) * least;
    int facts = m_whyIsInFront ? all * 6 / 10 : title + m_details->contentHeight() + 1;
    facts = std::clamp(facts, least, std::max(least, all - others));
    int registers = hasRegisters ? std::max(least, title + m_registers->contentHeight()) : 0;
    registers = std::min(registers, std::max(least, all - facts - modules));
    QList<QDockWidget*> column{front};
    QList<int> heights{facts};
    if (hasRegisters) {
        column.append(at("dock.registers"));
        heights.append(registers);
    }
    column.append(at("dock.modules"));
    heights.append(std::max(least, all - facts - registers));
    resizeDocks(column, heights, Qt::Vertical);
}

} // namespace faultline::ui
