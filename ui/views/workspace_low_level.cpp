// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/workbench_dock.h"
#include "ui/views/workspace.h"

#include <algorithm>

namespace faultline::ui {

namespace {

constexpr int kNarrowWidth = 1366;
constexpr int kWholeStep = 4; ///< The step of the theme's grid at which kNarrowWidth counts.

// Shares in hundredths of the window.
constexpr int kDataShare = 45;
constexpr int kSourceShare = 25;
constexpr int kCodeShare = 37;
constexpr int kLocalsShare = 23;
constexpr int kRegistersShare = 34;
constexpr int kMemoryShare = 42;
constexpr int kNarrowSourceShare = 36;
constexpr int kNarrowCodeShare = 42;
constexpr int kNarrowLocalsShare = 36;

} // namespace

/// A larger zoom makes a window narrow as well.
bool Workspace::isNarrow() const
{
    return width() * kWholeStep <= kNarrowWidth * m_context.theme.metrics().step;
}

/// Code above: the stack, source, instructions, variables. Data below: registers and memory. Where
/// there is little width, registers and memory are tabs of one panel, and the variables stand below
/// the stack.
void Workspace::arrangeLowLevel()
{
    const auto at = [this](const char* id) { return dock(QLatin1String(id)); };
    m_isNarrow = isNarrow();
    addDockWidget(Qt::LeftDockWidgetArea, at("dock.threads"));
    addDockWidget(Qt::TopDockWidgetArea, at("dock.chain"));
    addDockWidget(Qt::RightDockWidgetArea, at("dock.source"));
    splitDockWidget(at("dock.source"), at("dock.disassembly"), Qt::Horizontal);
    addDockWidget(Qt::BottomDockWidgetArea, at(m_isNarrow ? "dock.locals" : "dock.registers"));
    if (m_isNarrow) {
        splitDockWidget(at("dock.locals"), at("dock.registers"), Qt::Horizontal);
        tabifyDockWidget(at("dock.registers"), at("dock.strings"));
        tabifyDockWidget(at("dock.registers"), at("dock.memory"));
        tabifyDockWidget(at("dock.registers"), at("dock.inspector"));
    } else {
        splitDockWidget(at("dock.disassembly"), at("dock.locals"), Qt::Horizontal);
        splitDockWidget(at("dock.registers"), at("dock.memory"), Qt::Horizontal);
        splitDockWidget(at("dock.memory"), at("dock.inspector"), Qt::Horizontal);
        tabifyDockWidget(at("dock.registers"), at("dock.strings"));
    }
    tabifyDockWidget(at("dock.memory"), at("dock.search"));
    for (const char* id : {"dock.memmap", "dock.raw", "dock.annotations", "dock.breadcrumbs",
                           "dock.handles", "dock.unloaded", "dock.evidence", "dock.parallel",
                           "dock.find", "dock.activity", "dock.log"})
        tabifyDockWidget(at("dock.memory"), at(id));
    for (const char* id : {"dock.details", "dock.why", "dock.modules", "dock.thread", "dock.locks"})
        tabifyDockWidget(at("dock.locals"), at(id));
    const QList<WorkbenchDock*> shown{
        at("dock.source"),  at("dock.disassembly"), at("dock.locals"), at("dock.registers"),
        at("dock.strings"), at("dock.memory"),      at("dock.memmap"), at("dock.inspector")};
    for (WorkbenchDock* each : docks())
        each->setVisible(shown.contains(each));
    if (!m_isNarrow)
        at("dock.memory")->raise();
    at("dock.registers")->raise();
}

void Workspace::sizeLowLevel()
{
    // Docks are arranged before the window has its width.
    if (m_isNarrow != isNarrow())
        arrangeLowLevel();
    const auto at = [this](const char* id) { return dock(QLatin1String(id)); };
    const auto share = [](int whole, int percent) { return whole * percent / 100; };
    if (m_isNarrow) {
        resizeDocks({at("dock.source"), at("dock.disassembly")},
                    {share(width(), kNarrowSourceShare), share(width(), kNarrowCodeShare)},
                    Qt::Horizontal);
        resizeDocks({at("dock.locals"), at("dock.registers")},
                    {share(width(), kNarrowLocalsShare), share(width(), 100 - kNarrowLocalsShare)},
                    Qt::Horizontal);
    } else {
        resizeDocks({at("dock.source"), at("dock.disassembly"), at("dock.locals")},
                    {share(width(), kSourceShare), share(width(), kCodeShare),
                     share(width(), kLocalsShare)},
                    Qt::Horizontal);
        resizeDocks({at("dock.registers"), at("dock.memory"), at("dock.inspector")},
                    {share(width(), kRegistersShare), share(width(), kMemoryShare),
                     share(width(), 100 - kRegistersShare - kMemoryShare)},
                    Qt::Horizontal);
    }
    resizeDocks({at("dock.registers")}, {share(height(), kDataShare)}, Qt::Vertical);
}

} // namespace faultline::ui
