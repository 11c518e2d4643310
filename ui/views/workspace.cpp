// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/workspace.h"

#include "ui/bridge/file_facts.h"
#include "ui/views/activity_view.h"
#include "ui/views/chain_view.h"
#include "ui/views/details_view.h"
#include "ui/views/disassembly_view.h"
#include "ui/views/evidence_view.h"
#include "ui/views/facts_view.h"
#include "ui/views/find_view.h"
#include "ui/views/inspector_view.h"
#include "ui/views/locals_view.h"
#include "ui/views/locks_view.h"
#include "ui/views/log_view.h"
#include "ui/views/memory_view.h"
#include "ui/views/modules_view.h"
#include "ui/views/parallel_view.h"
#include "ui/views/raw_view.h"
#include "ui/views/regions_view.h"
#include "ui/views/registers_view.h"
#include "ui/views/search_view.h"
#include "ui/views/source_view.h"
#include "ui/views/stack_view.h"
#include "ui/views/texts_view.h"
#include "ui/views/thread_facts_view.h"
#include "ui/views/threads_view.h"
#include "ui/views/why_view.h"
#include "ui/views/workbench_dock.h"

#include <QApplication>
#include <QPointer>
#include <QStackedWidget>

#include <algorithm>
#include <array>
#include <utility>

namespace faultline::ui {

namespace {

/// Docks that are tabs of the source where nothing else is said.
constexpr std::array kCodeAndMemory{"dock.disassembly", "dock.memory",      "dock.memmap",
                                    "dock.inspector",   "dock.strings",     "dock.search",
                                    "dock.evidence",    "dock.annotations", "dock.breadcrumbs",
                                    "dock.handles",     "dock.unloaded",    "dock.find"};

} // namespace

Workspace::Workspace(const UiContext& context, QWidget* parent)
    : QMainWindow(parent, Qt::Widget), m_context(context), m_pages(new QStackedWidget(this)),
      m_emptyStack(new StackView(context, m_pages))
{
    setObjectName(QStringLiteral("workspace"));
    setDockOptions(AllowNestedDocks | AllowTabbedDocks | GroupedDragging);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setDocumentMode(true);
    setCorner(Qt::TopLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
    m_pages->addWidget(m_emptyStack);
    connectView(m_emptyStack);
    setCentralWidget(m_pages);
    buildDocks();
    arrangeDefault();
    // With larger texts the panels at the sides give way to the stack.
    connect(&context.theme, &Theme::changed, this, &Workspace::giveWaySoon);
}

void Workspace::buildDocks()
{
    addView(QStringLiteral("dock.threads"), tr("Threads"), new ThreadsView(m_context));
    addView(QStringLiteral("dock.thread"), tr("Thread facts"), new ThreadFactsView(m_context));
    addView(QStringLiteral("dock.locks"), tr("Locks"), new LocksView(m_context));
    m_chain = new ChainView(m_context);
    addView(QStringLiteral("dock.chain"), tr("Lock chain"), m_chain);
    connect(m_chain, &ChainView::contentChanged, this, [this] {
        QMetaObject::invokeMethod(this, &Workspace::fitChain, Qt::QueuedConnection);
    });
    addView(QStringLiteral("dock.parallel"), tr("Parallel stacks"), new ParallelView(m_context));
    m_source = new SourceView(m_context);
    addView(QStringLiteral("dock.source"), tr("Source"), m_source);
    connect(m_source, &SourceView::hasTextChanged, this, &Workspace::fitSource);
    m_code = new DisassemblyView(m_context);
    addView(QStringLiteral("dock.disassembly"), tr("Disassembly"), m_code);
    m_details = new DetailsView(m_context);
    addView(QStringLiteral("dock.details"), tr("Crash details"), m_details);
    m_why = new WhyView(m_context);
    addView(QStringLiteral("dock.why"), tr("Why?"), m_why);
    m_registers = new RegistersView(m_context);
    addView(QStringLiteral("dock.registers"), tr("Registers"), m_registers);
    addView(QStringLiteral("dock.locals"), tr("Locals"), new LocalsView(m_context));
    m_modules = new ModulesView(m_context);
    addView(QStringLiteral("dock.modules"), tr("Modules"), m_modules);
    connect(m_modules, &ModulesView::explainRequested, this, &Workspace::explainModule);
    connect(m_modules, &ModulesView::inspectRequested, this, &Workspace::inspectRequested);
    addView(QStringLiteral("dock.raw"), tr("Raw streams"), new RawView(m_context));
    addView(QStringLiteral("dock.evidence"), tr("Evidence"), new EvidenceView(m_context));
    buildFacts();
    m_memory = new MemoryView(m_context);
    addView(QStringLiteral("dock.memory"), tr("Memory"), m_memory);
    addView(QStringLiteral("dock.memmap"), tr("Memory map"), new RegionsView(m_context));
    addView(QStringLiteral("dock.inspector"), tr("Data inspector"), new InspectorView(m_context));
    addView(QStringLiteral("dock.strings"), tr("Strings"), new TextsView(m_context));
    addView(QStringLiteral("dock.search"), tr("Memory search"), new SearchView(m_context));
    buildFind();
    addDock(QStringLiteral("dock.activity"), tr("Activity"), new ActivityView(m_context));
    addDock(QStringLiteral("dock.log"), tr("Log"), new LogView(m_context));
}

void Workspace::buildFacts()
{
    addView(QStringLiteral("dock.annotations"), tr("Annotations"),
            new FactsView(m_context, FactModel::Kind::Annotations));
    addView(QStringLiteral("dock.breadcrumbs"), tr("Breadcrumbs"),
            new FactsView(m_context, FactModel::Kind::Breadcrumbs));
    addView(QStringLiteral("dock.handles"), tr("Handles"),
            new FactsView(m_context, FactModel::Kind::Handles));
    addView(QStringLiteral("dock.unloaded"), tr("Unloaded modules"),
            new FactsView(m_context, FactModel::Kind::Unloaded));
}

void Workspace::showMemory(const QString& place)
{
    focusDock(QStringLiteral("dock.memory"));
    m_memory->go(place);
}

void Workspace::showCode(const QString& place)
{
    focusDock(QStringLiteral("dock.disassembly"));
    m_code->go(place);
}

void Workspace::showSourceLine(quint32 line)
{
    focusDock(QStringLiteral("dock.source"));
    m_source->goToLine(line);
}

bool Workspace::askForPlace()
{
    const QWidget* focus = QApplication::focusWidget();
    for (ReportView* view : m_views) {
        if (view->isAncestorOf(focus))
            return view->askForPlace();
    }
    return false;
}

void Workspace::buildFind()
{
    m_find = new FindView(m_context);
    addView(QStringLiteral("dock.find"), tr("Find in all stacks"), m_find);
    connect(m_find, &FindView::closeRequested, this, [this] {
        dock(QStringLiteral("dock.find"))->close();
        focusStack();
    });
}

void Workspace::findInStacks(const QString& text)
{
    focusDock(QStringLiteral("dock.find"));
    if (text.isEmpty())
        m_find->start();
    else
        m_find->find(text);
}

WorkbenchDock* Workspace::addView(const QString& id, const QString& title, ReportView* view)
{
    m_views.append(view);
    connectView(view);
    WorkbenchDock* dock = addDock(id, title, view);
    connect(view, &ReportView::captionChanged, dock, &WorkbenchDock::setCaption);
    if (QWidget* choice = view->titleWidget())
        dock->addTitleWidget(choice);
    return dock;
}

WorkbenchDock* Workspace::addDock(const QString& id, const QString& title, QWidget* content)
{
    auto* dock = new WorkbenchDock(m_context.theme, id, title, content, this);
    m_docks.insert(id, dock);
    addDockWidget(Qt::RightDockWidgetArea, dock);
    // Tabs are rearranged after the signal, so look at titles in the next turn of the event loop.
    const auto later = [this] {
        QMetaObject::invokeMethod(this, &Workspace::updateTitles, Qt::QueuedConnection);
    };
    connect(dock, &QDockWidget::dockLocationChanged, this, later);
    connect(dock, &QDockWidget::topLevelChanged, this, later);
    connect(dock, &QDockWidget::visibilityChanged, this, [this, id, dock, later] {
        later();
        // A dock that lies behind another tab is open as well.
        Q_EMIT dockChanged(id, !dock->isHidden());
    });
    return dock;
}

void Workspace::connectView(ReportView* view)
{
    connect(view, &ReportView::commandRequested, this, &Workspace::commandRequested);
    connect(view, &ReportView::locateRequested, this, &Workspace::locateRequested);
    connect(view, &ReportView::memoryRequested, this, &Workspace::showMemory);
    connect(view, &ReportView::codeRequested, this, &Workspace::showCode);
    connect(view, &ReportView::findRequested, this, &Workspace::findInStacks);
}

void Workspace::arrangeDefault()
{
    for (WorkbenchDock* each : docks()) {
        each->setFloating(false);
        removeDockWidget(each);
    }
    m_userSized = false;
    m_takesSizes = false;
    // Below the code of Low level, data has the whole width.
    const bool isBand = perspective() == Perspective::LowLevel;
    setCorner(Qt::BottomLeftCorner, isBand ? Qt::BottomDockWidgetArea : Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, isBand ? Qt::BottomDockWidgetArea : Qt::RightDockWidgetArea);
    switch (perspective()) {
    case Perspective::Crash: arrangeCrash(); break;
    case Perspective::Threads: arrangeThreads(); break;
    case Perspective::LowLevel: arrangeLowLevel(); break;
    }
    sizeDefault();
    updateTitles();
    m_away.clear();
    m_awayFront.clear();
    fitProgram();
}

/// The threads left, who waits for whom above the stack, the locks right. Other docks can be
/// opened.
void Workspace::arrangeThreads()
{
    const auto at = [this](const char* id) { return dock(QLatin1String(id)); };
    addDockWidget(Qt::LeftDockWidgetArea, at("dock.threads"));
    addDockWidget(Qt::TopDockWidgetArea, at("dock.chain"));
    addDockWidget(Qt::BottomDockWidgetArea, at("dock.parallel"));
    tabifyDockWidget(at("dock.parallel"), at("dock.source"));
    addDockWidget(Qt::RightDockWidgetArea, at("dock.locks"));
    splitDockWidget(at("dock.locks"), at("dock.thread"), Qt::Vertical);
    tabifyDockWidget(at("dock.locks"), at("dock.details"));
    tabifyDockWidget(at("dock.thread"), at("dock.registers"));
    tabifyDockWidget(at("dock.thread"), at("dock.locals"));
    tabifyDockWidget(at("dock.thread"), at("dock.modules"));
    tabifyDockWidget(at("dock.thread"), at("dock.why"));
    splitDockWidget(at("dock.source"), at("dock.activity"), Qt::Vertical);
    tabifyDockWidget(at("dock.activity"), at("dock.log"));
    tabifyDockWidget(at("dock.source"), at("dock.raw"));
    for (const char* id : kCodeAndMemory)
        tabifyDockWidget(at("dock.source"), at(id));
    const QList<WorkbenchDock*> shown{at("dock.threads"), at("dock.chain"),   at("dock.locks"),
                                      at("dock.thread"),  at("dock.details"), at("dock.parallel")};
    for (WorkbenchDock* each : docks())
        each->setVisible(shown.contains(each));
    for (const char* front : {"dock.locks", "dock.thread", "dock.parallel"})
        at(front)->raise();
}

void Workspace::arrangeCrash()
{
    const auto at = [this](const char* id) { return dock(QLatin1String(id)); };
    addDockWidget(Qt::LeftDockWidgetArea, at("dock.threads"));
    addDockWidget(Qt::BottomDockWidgetArea, at("dock.source"));
    addDockWidget(Qt::RightDockWidgetArea, at("dock.details"));
    splitDockWidget(at("dock.details"), at("dock.registers"), Qt::Vertical);
    splitDockWidget(at("dock.registers"), at("dock.modules"), Qt::Vertical);
    tabifyDockWidget(at("dock.details"), at("dock.why"));
    tabifyDockWidget(at("dock.details"), at("dock.thread"));
    tabifyDockWidget(at("dock.modules"), at("dock.locks"));
    tabifyDockWidget(at("dock.registers"), at("dock.locals"));
    addDockWidget(Qt::TopDockWidgetArea, at("dock.chain"));
    splitDockWidget(at("dock.source"), at("dock.activity"), Qt::Vertical);
    tabifyDockWidget(at("dock.activity"), at("dock.log"));
    tabifyDockWidget(at("dock.source"), at("dock.raw"));
    tabifyDockWidget(at("dock.source"), at("dock.parallel"));
    for (const char* id : kCodeAndMemory)
        tabifyDockWidget(at("dock.source"), at(id));
    QList<WorkbenchDock*> hidden{at("dock.activity"), at("dock.log"),   at("dock.raw"),
                                 at("dock.thread"),   at("dock.locks"), at("dock.chain"),
                                 at("dock.parallel")};
    for (const char* id : kCodeAndMemory)
        hidden.append(at(id));
    for (WorkbenchDock* each : docks())
        each->setVisible(!hidden.contains(each));
    at("dock.details")->raise();
    at("dock.registers")->raise();
    at("dock.source")->raise();
}

void Workspace::resetLayout()
{
    endMaximised();
    arrangeDefault();
}

/// Scripts and the JVM leave no registers and no memory, so the docks that would be empty go away
/// while such a report is shown, and their files have other names.
void Workspace::fitProgram()
{
    using Program = FileFacts::Program;
    dock(QStringLiteral("dock.threads"))
        ->setTitle(m_session && m_session->threads().holdsExceptions() ? tr("Exceptions")
                                                                       : tr("Threads"));
    const auto program = m_session ? m_session->fileFacts().program() : Program::Unknown;
    if (program == Program::Unknown)
        return;
    dock(QStringLiteral("dock.modules"))
        ->setTitle(program == Program::Script ? tr("Artifacts")
                   : program == Program::Jvm  ? tr("Mappings")
                                              : tr("Modules"));
    if ((program == Program::Native) != m_away.isEmpty())
        endMaximised(); // Other docks come or go.
    if (program == Program::Native) {
        if (m_away.isEmpty())
            return;
        for (WorkbenchDock* each : std::exchange(m_away, {}))
            each->show();
        for (WorkbenchDock* each : std::exchange(m_awayFront, {}))
            each->raise();
        // Those that stayed have taken their heights.
        return giveWaySoon();
    }
    const auto awayBefore = m_away.size();
    QList<WorkbenchDock*> leaving;
    for (const char* id : {"dock.registers", "dock.locals", "dock.memory", "dock.memmap",
                           "dock.disassembly", "dock.inspector", "dock.strings", "dock.search",
                           "dock.evidence", "dock.raw", "dock.handles", "dock.unloaded"}) {
        WorkbenchDock* each = dock(QLatin1String(id));
        if (each->isHidden() || m_away.contains(each))
            continue;
        leaving.append(each);
        // When the one before it goes, the next tab comes to the front. So look at all of them
        // before the first one goes.
        if (isFrontTab(*each))
            m_awayFront.append(each);
    }
    m_away.append(leaving);
    for (WorkbenchDock* each : leaving)
        each->hide();
    if (m_away.size() != awayBefore)
        giveWaySoon();
}

/// A stack view is made when its report is shown for the first time: of many reports that are
/// opened at once, few are looked at.
void Workspace::addSession(ReportSession* session)
{
    m_stacks.insert(session, nullptr);
    connect(session, &ReportSession::headerChanged, this, [this, session] {
        if (session == m_session) {
            fitProgram();
            bringUpWhy();
        }
    });
}

StackView* Workspace::stackOf(ReportSession* session)
{
    const auto known = m_stacks.find(session);
    if (known == m_stacks.end())
        return m_emptyStack;
    if (*known)
        return *known;
    auto* stack = new StackView(m_context, m_pages);
    connectView(stack);
    m_pages->addWidget(stack);
    stack->setSession(session);
    *known = stack;
    return stack;
}

void Workspace::removeSession(ReportSession* session)
{
    if (m_session == session)
        showSession(nullptr);
    m_introduced.remove(session);
    m_withSource.remove(session);
    if (StackView* stack = m_stacks.take(session)) {
        stack->setSession(nullptr);
        stack->deleteLater();
    }
}

void Workspace::showSession(ReportSession* session)
{
    m_session = session;
    for (ReportView* view : m_views)
        view->setSession(session);
    m_pages->setCurrentWidget(stackOf(session));
    fitProgram();
    bringUpWhy();
}

/// Once per report that is complete, raises the Why view if something is missing and the crash's
/// facts otherwise.
void Workspace::bringUpWhy()
{
    fitSource();
    if (perspective() != Perspective::Crash || !m_session || !m_session->header().isComplete ||
        m_introduced.contains(m_session))
        return;
    m_introduced.insert(m_session);
    const ReportHeader& header = m_session->header();
    const bool lacking = header.missingModules + header.wrongBuilds > 0;
    const auto at = [this](const char* id) { return dock(QLatin1String(id)); };
    WorkbenchDock* front = at(lacking ? "dock.why" : "dock.details");
    if (front->isFloating() || tabifiedDockWidgets(front).isEmpty())
        return;
    front->raise();
    if (lacking)
        explainWhatLacks();
    m_whyIsInFront = lacking;
    // The views of the column take the new facts in this turn of the event loop.
    QMetaObject::invokeMethod(this, &Workspace::fitColumn, Qt::QueuedConnection);
}

StackView* Workspace::currentStack() const
{
    return m_stacks.value(m_session);
}

bool Workspace::isInFront(const QString& id) const
{
    const WorkbenchDock* found = dock(id);
    return found && found->isVisible() && !found->liesBehindTab();
}

void Workspace::focusDock(const QString& id)
{
    if (WorkbenchDock* found = dock(id)) {
        if (found->isHidden())
            endMaximised();
        const bool wasHidden = found->isHidden();
        found->show();
        if (wasHidden)
            giveHeight(found);
        found->raise();
        found->widget()->setFocus(Qt::ShortcutFocusReason);
    }
}

void Workspace::toggleDock(const QString& id)
{
    WorkbenchDock* found = dock(id);
    if (found && isInFront(id) && found->isAncestorOf(QApplication::focusWidget())) {
        endMaximised();
        found->close();
    } else {
        focusDock(id);
    }
}

void Workspace::focusStack()
{
    if (m_pages->isHidden())
        endMaximised();
    m_pages->currentWidget()->setFocus(Qt::ShortcutFocusReason);
}

/// Leads from a module that is fine to one that lacks something.
void Workspace::explainWhatLacks()
{
    const int lacking = m_session ? m_session->header().lackingModule : -1;
    if (lacking >= 0 && m_session->why().mood == WhyReport::Mood::Fine &&
        !m_session->why().isPending)
        m_why->explainModule(lacking);
}

void Workspace::explainModule(int module)
{
    m_why->explainModule(module);
    focusDock(QStringLiteral("dock.why"));
}

QString Workspace::selectedText() const
{
    const QWidget* focus = QApplication::focusWidget();
    for (const ReportView* view : m_views) {
        if (view->isAncestorOf(focus))
            return view->selectedText();
    }
    if (const auto* activity =
            qobject_cast<const ActivityView*>(dock(QStringLiteral("dock.activity"))->widget());
        activity->isAncestorOf(focus))
        return activity->selectedText();
    if (const auto* log = qobject_cast<const LogView*>(dock(QStringLiteral("dock.log"))->widget());
        log->isAncestorOf(focus))
        return log->selectedText();
    return {};
}

} // namespace faultline::ui
