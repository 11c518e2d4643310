// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/stack_view.h"

#include "ui/bridge/file_facts.h"
#include "ui/models/shown_text.h"
#include "ui/views/flat_button.h"
#include "ui/views/notice_bar.h"
#include "ui/views/panel_header.h"
#include "ui/views/stack_rows_view.h"

#include <QActionGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace faultline::ui {

namespace {

constexpr int kFunctionsOnly = 90; ///< In steps of the theme's grid.

QList<int> hiddenAtFirst(bool hasTraced)
{
    return {StackModel::AddressColumn,
            StackModel::ModuleOffsetColumn,
            StackModel::LanguageColumn,
            StackModel::MangledColumn,
            StackModel::PathColumn,
            hasTraced ? StackModel::ModuleColumn : StackModel::TracedColumn};
}

} // namespace

StackView::StackView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_header(new PanelHeader(theme(), tr("Stack"), this)),
      m_notices(new NoticeBar(theme(), this)), m_mode(new FlatButton(theme(), {}, m_header)),
      m_order(new FlatButton(theme(), {}, m_header)), m_rows(new StackRowsView(theme(), this)),
      m_view(new StatefulView(theme(), m_rows, this))
{
    setObjectName(QStringLiteral("view.stack"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_notices);
    layout->addWidget(m_view, 1);
    setFocusProxy(m_rows);
    buildHeader();
    buildRows();
    connect(&context().settings, &AppSettings::perspectiveChanged, this, &StackView::refresh);
    refresh();
}

void StackView::buildHeader()
{
    m_header->addLeft(m_mode);
    m_header->addRight(m_order);
    buildModeMenu();
    buildOrderMenu();
}

void StackView::buildModeMenu()
{
    auto* menu = new QMenu(m_mode);
    auto* group = new QActionGroup(menu);
    const auto add = [&](const QString& text, const QString& tip, StackOptions::Mode mode) {
        auto* action = menu->addAction(text, this, [this, mode] { setMode(mode); });
        action->setCheckable(true);
        action->setToolTip(shownText(tip));
        action->setData(int(mode));
        group->addAction(action);
    };
    add(tr("Most relevant"), tr("Frames of the application; long runs of system frames fold"),
        StackOptions::Mode::Relevant);
    add(tr("Full"), tr("Every frame and inline frame"), StackOptions::Mode::Full);
    add(tr("Raw"), tr("Addresses as the walk found them"), StackOptions::Mode::Raw);
    menu->setToolTipsVisible(true);
    buildTextMenu(*menu);
    m_mode->setMenu(menu);
    m_mode->setObjectName(QStringLiteral("stack.mode"));
}

/// The options of View ▸ Stack Options, beside the stack as well.
void StackView::buildTextMenu(QMenu& menu)
{
    menu.addSeparator();
    const auto add = [&](const QString& text, bool StackOptions::* option) {
        auto* action = menu.addAction(text, this, [this, option](bool on) {
            StackOptions options = context().settings.stackOptions();
            options.*option = on;
            setOptions(options);
        });
        action->setCheckable(true);
        m_switches.append({action, option});
    };
    add(tr("Absolute addresses"), &StackOptions::absoluteAddresses);
    add(tr("Whole paths"), &StackOptions::absolutePaths);
    add(tr("Verbose names"), &StackOptions::verboseNames);
    add(tr("Unsymbolicated names"), &StackOptions::unsymbolicated);
    add(tr("Inlined calls"), &StackOptions::inlineRows);
    add(tr("Fold recursion"), &StackOptions::foldRecursion);
    add(tr("Count inlined calls"), &StackOptions::countInlines);
    m_templates = menu.addMenu(tr("Templates"));
    auto* group = new QActionGroup(m_templates);
    const auto addDepth = [&](const QString& text, int depth) {
        auto* action = m_templates->addAction(text, this, [this, depth] {
            StackOptions options = context().settings.stackOptions();
            options.templateDepth = depth;
            setOptions(options);
        });
        action->setCheckable(true);
        action->setData(depth);
        group->addAction(action);
    };
    addDepth(tr("No arguments"), 0);
    for (const int depth : {1, 2, 3})
        addDepth(tr("%n level(s)", nullptr, depth), depth);
    addDepth(tr("All arguments"), StackOptions::kAllTemplates);
}

void StackView::buildOrderMenu()
{
    auto* menu = new QMenu(m_order);
    auto* group = new QActionGroup(menu);
    const auto add = [&](const QString& text, StackOptions::Order order) {
        auto* action = menu->addAction(text, this, [this, order] { setOrder(order); });
        action->setCheckable(true);
        action->setData(int(order));
        group->addAction(action);
    };
    add(tr("Newest first"), StackOptions::Order::NewestFirst);
    add(tr("Oldest first"), StackOptions::Order::OldestFirst);
    m_order->setMenu(menu);
    m_order->setObjectName(QStringLiteral("stack.order"));
}

void StackView::buildRows()
{
    m_rows->setAccessibleName(tr("Stack"));
    m_rows->setObjectName(QStringLiteral("stack.rows"));
    connect(m_rows, &RowView::menuOpened, this,
            [this](QMenu& menu, const QModelIndex& index) { fillMenu(menu, index.row()); });
    connect(m_rows, &RowView::currentRowChanged, this, &StackView::takeCurrentRow);
    connect(m_rows, &RowView::rowChosen, this, &StackView::chooseRow);
}

void StackView::bind(ReportSession& session)
{
    m_rows->setModel(&session.stack());
    m_hasTraced.reset();
    m_isNarrow = false;
    m_filled.clear();
    m_rows->enableColumnMenu();
    showColumns();
    connect(&session.place(), &StackPlace::frameSelected, this, &StackView::refresh);
    connect(&session.place(), &StackPlace::threadSelected, this, &StackView::refresh);
    connect(&session, &ReportSession::factsChanged, this, &StackView::refresh);
    connect(&session, &ReportSession::stateChanged, this, &StackView::refresh);
    connect(&session, &ReportSession::stepChanged, this, &StackView::refresh);
}

/// Beside code, the stack has no room for more than functions; what the user chose comes back with
/// the width. A frame of a script or of the JVM has two places: in the program's text, and in the
/// text or the names that ran.
void StackView::showColumns()
{
    if (!session())
        return;
    const bool isNarrow = width() < kFunctionsOnly * theme().metrics().step;
    const auto program = session()->fileFacts().program();
    const bool hasTraced =
        program == FileFacts::Program::Script || program == FileFacts::Program::Jvm;
    if (isNarrow == m_isNarrow && m_hasTraced == hasTraced)
        return;
    m_isNarrow = isNarrow;
    m_hasTraced = hasTraced;
    m_order->setVisible(!isNarrow);
    m_rows->setHeaderHidden(isNarrow);
    m_rows->setHiddenColumns(hiddenAtFirst(hasTraced));
    if (!isNarrow)
        return m_rows->rememberColumns(context().settings, hasTraced
                                                               ? QStringLiteral("stack.traced")
                                                               : QStringLiteral("stack"));
    QList<int> hidden;
    for (int i = StackModel::FunctionColumn + 1; i < m_rows->model()->columnCount(); ++i)
        hidden.append(i);
    m_rows->setHiddenColumns(hidden);
}

/// What reports of a kind never have, such as the trust of a script's frames, takes no room. A
/// column stays once a stack of the report needed it, so that it does not come and go with the
/// threads.
void StackView::hideEmptyColumns()
{
    if (!session() || m_isNarrow || session()->stack().frames().isEmpty())
        return;
    constexpr qsizetype kLookedAt = 1000;
    const FrameRows frames =
        session()->stack().frames().first(std::min(kLookedAt, session()->stack().frames().size()));
    QList<int> empty;
    for (const auto& [column, text] : {std::pair(StackModel::ModuleColumn, &FrameRow::module),
                                       std::pair(StackModel::LocationColumn, &FrameRow::location),
                                       std::pair(StackModel::TrustColumn, &FrameRow::trust),
                                       std::pair(StackModel::TracedColumn, &FrameRow::traced)}) {
        const auto hasText = [text](const auto& frame) { return !((*frame).*text).isEmpty(); };
        if (!m_filled.contains(column) && std::ranges::any_of(frames, hasText))
            m_filled.append(column);
        if (!m_filled.contains(column))
            empty.append(column);
    }
    m_rows->setEmptyColumns(empty);
}

void StackView::resizeEvent(QResizeEvent* event)
{
    ReportView::resizeEvent(event);
    showColumns();
    hideEmptyColumns();
}

void StackView::refresh()
{
    showColumns();
    hideEmptyColumns();
    showOptions();
    showNotices();
    if (!session())
        return m_view->showState(noReportState(
            QStringLiteral("stack"), tr("The stack appears here when a report is open.")));
    const bool loading = session()->state() == ReportSession::State::Loading || session()->isBusy();
    m_header->setCaption(session()->isBusy() ? session()->step() : QString());
    if (session()->stack().rowCount() > 0) {
        // A table that is shown without a current row takes its first one.
        showCurrentFrame();
        m_view->showContent();
    } else if (loading) {
        const bool isReading = session()->state() == ReportSession::State::Loading;
        m_view->showState(
            {.icon = QStringLiteral("stack"),
             .sentence = isReading ? tr("Reading the report…") : tr("Walking the stack…"),
             .buttons = {{.text = tr("Cancel"), .action = [this] { session()->cancel(); }}},
             .detail = {}});
    } else {
        const QString thread = session()->place().currentThreadName();
        const QString sentence =
            thread.isEmpty() ? tr("This file lists no threads, so no stack is known.")
                             : tr("No frames are known for <b>%1</b>.").arg(richText(thread));
        m_view->showState({.icon = QStringLiteral("stack"),
                           .sentence = sentence,
                           .buttons = {},
                           .detail = session()->stack().end().text});
    }
}

void StackView::showOptions()
{
    const StackOptions options =
        session() ? session()->stack().options() : context().settings.stackOptions();
    const auto check = [](FlatButton* button, int value) {
        for (QAction* action : button->menu()->actions()) {
            if (!action->data().isValid())
                continue;
            action->setChecked(action->data().toInt() == value);
            if (!action->isChecked())
                continue;
            button->setText(action->text());
            button->setAccessibleName(action->text());
        }
        button->updateGeometry();
    };
    check(m_mode, int(options.mode));
    check(m_order, int(options.order));
    for (const auto& [action, option] : m_switches)
        action->setChecked(options.*option);
    for (QAction* action : m_templates->actions())
        action->setChecked(action->data().toInt() == options.templateDepth);
    m_templates->setEnabled(!options.verboseNames);
    m_mode->setToolTip(
        shownText(session() ? relevanceNote(session()->stack().frames()) : QString()));
}

void StackView::showNotices()
{
    QList<NoticeBar::Line> lines;
    const QList<ReportNotice> notices = session() ? session()->notices() : QList<ReportNotice>();
    for (const ReportNotice& notice : notices) {
        const int module = notice.moduleIndex;
        const bool isShown = context().settings.perspective() == Perspective::Threads;
        if (notice.kind == ReportNotice::Kind::Hang) {
            if (!isShown)
                lines.append({.text = notice.text,
                              .button = tr("Show who waits for whom"),
                              .action =
                                  [this] {
                                      Q_EMIT commandRequested(
                                          QStringLiteral("view.perspective.threads"));
                                  },
                              .isQuiet = true});
            continue;
        }
        if (notice.kind == ReportNotice::Kind::Stopped)
            lines.append({.text = notice.text, .button = tr("Resume"), .action = [this] {
                              session()->resume();
                          }});
        else if (notice.kind == ReportNotice::Kind::Failed)
            lines.append({.text = notice.text, .button = tr("Retry"), .action = [this] {
                              session()->resume();
                          }});
        else if (notice.kind == ReportNotice::Kind::Damaged)
            lines.append({.text = notice.text, .button = tr("Show details"), .action = [this] {
                              Q_EMIT commandRequested(QStringLiteral("view.dock.details"));
                          }});
        else
            lines.append({.text = notice.text, .button = tr("Undo"), .action = [this, module] {
                              session()->forgetFile(module);
                          }});
    }
    m_notices->show(lines);
}

int StackView::headHeight() const
{
    return m_header->sizeHint().height() +
           (m_notices->isHidden() ? 0 : m_notices->sizeHint().height());
}

void StackView::setMode(StackOptions::Mode mode)
{
    StackOptions options = context().settings.stackOptions();
    options.mode = mode;
    setOptions(options);
}

void StackView::setOrder(StackOptions::Order order)
{
    StackOptions options = context().settings.stackOptions();
    options.order = order;
    setOptions(options);
}

void StackView::setOptions(const StackOptions& options)
{
    context().settings.setStackOptions(options);
    for (ReportSession* each : context().workbench.sessions())
        each->stack().setOptions(options);
    refresh();
}

void StackView::showCurrentFrame()
{
    const auto frame = session()->place().currentFrame();
    if (frame)
        session()->stack().reveal(*frame);
    const auto row = frame ? session()->stack().rowOf(*frame) : std::nullopt;
    if (!row || m_rows->currentIndex().row() == *row)
        return;
    const QSignalBlocker blocker(m_rows);
    m_rows->setCurrentIndex(session()->stack().index(*row, StackModel::FunctionColumn));
    m_rows->viewport()->update();
}

void StackView::takeCurrentRow(const QModelIndex& index)
{
    const FrameRow* frame = session() ? session()->stack().frameAt(index.row()) : nullptr;
    if (frame)
        session()->place().selectFrame(frame->frameKey);
}

void StackView::chooseRow(const QModelIndex& index)
{
    const StackEntry* entry = session() ? session()->stack().rowAt(index.row()) : nullptr;
    if (!entry)
        return;
    if (entry->kind == StackEntry::Kind::Fold)
        session()->stack().unfold(entry->frame->frameKey.physicalIndex);
    else if (entry->kind == StackEntry::Kind::Frame && !entry->frame->meanings.isEmpty())
        session()->stack().toggle(entry->frame->frameKey.physicalIndex);
    else if (entry->kind == StackEntry::Kind::Frame)
        Q_EMIT commandRequested(QStringLiteral("view.dock.source"));
}

void StackView::fillMenu(QMenu& menu, int row)
{
    const FrameRow* frame = session() ? session()->stack().frameAt(row) : nullptr;
    if (!frame)
        return;
    const auto command = [this](const char* id) {
        return [this, id] { Q_EMIT commandRequested(QLatin1String(id)); };
    };
    const int module = frame->moduleIndex;
    menu.addAction(tr("Open Source"), this, command("view.dock.source"));
    menu.addAction(tr("Open in Editor"), this, command("source.editor"));
    menu.addAction(tr("Show Disassembly"), this, command("view.dock.disassembly"));
    const quint64 stack = frame->stackPointer;
    menu.addAction(
            tr("Show Memory at the Stack Pointer"), this,
            [this, stack] { Q_EMIT memoryRequested(QStringLiteral("0x%1").arg(stack, 0, 16)); })
        ->setEnabled(stack != 0);
    if (!frame->hasFunction || frame->isOfWrongBuild)
        menu.addAction(tr("Why No Symbols?"), this, command("symbols.why"));
    menu.addAction(tr("Locate Debug File…"), this,
                   [this, module] { Q_EMIT locateRequested(module); })
        ->setEnabled(module >= 0);
    menu.addAction(tr("Retry Now"), this, command("symbols.retry"));
    menu.addAction(tr("Find Threads That Contain This"), this,
                   [this, function = frame->function] { Q_EMIT findRequested(function); })
        ->setEnabled(frame->hasFunction);
    menu.addSeparator();
    addCopyMenu(*menu.addMenu(tr("Copy")), *frame);
}

void StackView::addCopyMenu(QMenu& menu, const FrameRow& frame)
{
    const auto command = [this](const char* id) {
        return [this, id] { Q_EMIT commandRequested(QLatin1String(id)); };
    };
    const auto copy = [](const QString& text) {
        return [text] { QGuiApplication::clipboard()->setText(text); };
    };
    menu.addAction(tr("Stack as Text"), this, command("edit.copy_stack"));
    menu.addAction(tr("Stack as Markdown"), this, command("edit.copy_markdown"));
    menu.addAction(tr("Stack as JSON"), this, command("edit.copy_json"));
    menu.addSeparator();
    menu.addAction(tr("Function"), this, copy(frame.function));
    menu.addAction(tr("Mangled Name"), this, copy(frame.mangled))
        ->setEnabled(!frame.mangled.isEmpty());
    menu.addAction(tr("Address"), this, command("edit.copy_address"))->setEnabled(frame.hasAddress);
    menu.addAction(tr("Module Offset"), this, command("edit.copy_offset"))
        ->setEnabled(!frame.moduleOffset.isEmpty());
    const QString place = frame.path + u':' + QString::number(frame.line);
    menu.addAction(tr("Path and Line"), this, copy(place))->setEnabled(frame.line != 0);
}

bool StackView::hasPartialSelection() const
{
    const auto count =
        m_rows->selectionModel() ? m_rows->selectionModel()->selectedRows().size() : 0;
    return count > 1 && count < m_rows->model()->rowCount();
}

QString StackView::selectedText() const
{
    return m_rows->selectedText();
}

} // namespace faultline::ui
