// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/action_registry.h"

#include "ui/models/shown_text.h"

#include <QCoreApplication>
#include <QKeySequence>

#include <algorithm>
#include <array>
#include <cstdint>

namespace faultline::ui {

namespace {

enum class Need : std::uint8_t {
    Nothing,
    Report,
    Table,
    Findable,
    ReportOrTable,
    Frame,
    Module,
    SourceFile,
    SourceLink,
    Running,
    Back,
    Forward,
    Tab,
    Library,
    LibraryRow,
    WritableRow,
    Compare,
    Comparison,
    Undo,
    Redo
};

struct ActionSpec
{
    constexpr ActionSpec(const char* actionId,
                         const char* actionText,
                         const char* actionKeys,
                         Need actionNeed = Need::Nothing,
                         bool isCheckable = false)
        : id(actionId), text(actionText), keys(actionKeys), need(actionNeed), checkable(isCheckable)
    {
    }

    const char* id;
    const char* text;
    const char* keys; ///< Portable texts, separated by '|'; may be empty.
    Need need;
    bool checkable;
};

/// docs/spec/workbench.md §4.9 lists ids and keys. No action uses Ctrl+Alt+letter, because that
/// types characters on many keyboards.
constexpr auto kSpecs = std::to_array<ActionSpec>({
    {"file.open", QT_TRANSLATE_NOOP("Actions", "&Open…"), "Ctrl+O"},
    {"file.open_folder", QT_TRANSLATE_NOOP("Actions", "Ope&n Folder…"), ""},
    {"file.paste", QT_TRANSLATE_NOOP("Actions", "Open from Cli&pboard"), "Ctrl+Shift+V"},
    {"file.import_batch", QT_TRANSLATE_NOOP("Actions", "&Import Batch…"), "Ctrl+Shift+O",
     Need::Library},
    {"file.import_folder", QT_TRANSLATE_NOOP("Actions", "Import &Folder…"), "", Need::Library},
    {"file.save_bundle", QT_TRANSLATE_NOOP("Actions", "&Save Report Bundle…"), "Ctrl+Shift+S",
     Need::Report},
    {"file.export.html", QT_TRANSLATE_NOOP("Actions", "&HTML…"), "", Need::Report},
    {"file.export.markdown", QT_TRANSLATE_NOOP("Actions", "&Markdown…"), "", Need::Report},
    {"file.export.json", QT_TRANSLATE_NOOP("Actions", "&JSON…"), "", Need::Report},
    {"file.export.pdf", QT_TRANSLATE_NOOP("Actions", "&PDF…"), "", Need::Report},
    {"file.export.csv", QT_TRANSLATE_NOOP("Actions", "CS&V of the Stack…"), "", Need::Report},
    {"file.close", QT_TRANSLATE_NOOP("Actions", "&Close"), "Ctrl+W", Need::Tab},
    {"file.close_all", QT_TRANSLATE_NOOP("Actions", "Close &All"), "", Need::Tab},
    {"file.quit", QT_TRANSLATE_NOOP("Actions", "&Quit"), "Ctrl+Q"},
    {"edit.undo", QT_TRANSLATE_NOOP("Actions", "&Undo"), "Ctrl+Z", Need::Undo},
    {"edit.redo", QT_TRANSLATE_NOOP("Actions", "&Redo"), "Ctrl+Shift+Z|Ctrl+Y", Need::Redo},
    {"edit.copy", QT_TRANSLATE_NOOP("Actions", "&Copy"), "Ctrl+C", Need::ReportOrTable},
    {"edit.copy_cell", QT_TRANSLATE_NOOP("Actions", "Copy C&ell"), "", Need::Table},
    {"edit.copy_table", QT_TRANSLATE_NOOP("Actions", "Copy Whole Ta&ble"), "", Need::Table},
    {"edit.copy_csv", QT_TRANSLATE_NOOP("Actions", "Copy Whole Table as CS&V"), "", Need::Table},
    {"edit.copy_stack", QT_TRANSLATE_NOOP("Actions", "Copy Stack as &Text"), "", Need::Report},
    {"edit.copy_markdown", QT_TRANSLATE_NOOP("Actions", "Copy Stack as &Markdown"), "Ctrl+Shift+C",
     Need::Report},
    {"edit.copy_json", QT_TRANSLATE_NOOP("Actions", "Copy Stack as &JSON"), "Ctrl+Shift+J",
     Need::Report},
    {"edit.copy_address", QT_TRANSLATE_NOOP("Actions", "Copy &Address"), "", Need::Frame},
    {"edit.copy_offset", QT_TRANSLATE_NOOP("Actions", "Copy Module &Offset"), "", Need::Module},
    {"edit.select_all", QT_TRANSLATE_NOOP("Actions", "Select A&ll"), "Ctrl+A", Need::Table},
    {"edit.find", QT_TRANSLATE_NOOP("Actions", "&Find"), "Ctrl+F", Need::Findable},
    {"edit.filter", QT_TRANSLATE_NOOP("Actions", "Filter Ro&ws"), "", Need::Table},
    {"edit.find_next", QT_TRANSLATE_NOOP("Actions", "Find Ne&xt"), "F3", Need::ReportOrTable},
    {"edit.find_prev", QT_TRANSLATE_NOOP("Actions", "Find &Previous"), "Shift+F3",
     Need::ReportOrTable},
    {"edit.find_stacks", QT_TRANSLATE_NOOP("Actions", "Find &in All Stacks"), "Ctrl+Shift+F",
     Need::Report},
    {"edit.preferences", QT_TRANSLATE_NOOP("Actions", "&Settings…"), "Ctrl+,"},
    {"go.to_library", QT_TRANSLATE_NOOP("Actions", "&Library"), "Alt+0", Need::Library},
    {"go.back", QT_TRANSLATE_NOOP("Actions", "&Back"), "Alt+Left|Back", Need::Back},
    {"go.forward", QT_TRANSLATE_NOOP("Actions", "For&ward"), "Alt+Right|Forward", Need::Forward},
    {"go.crash", QT_TRANSLATE_NOOP("Actions", "&Crash"), "Alt+Home", Need::Report},
    {"go.difference_next", QT_TRANSLATE_NOOP("Actions", "Next &Difference"), "F7",
     Need::Comparison},
    {"go.difference_prev", QT_TRANSLATE_NOOP("Actions", "Pre&vious Difference"), "Shift+F7",
     Need::Comparison},
    {"go.inapp_next", QT_TRANSLATE_NOOP("Actions", "&Next In-App Frame"), "F10", Need::Frame},
    {"go.inapp_prev", QT_TRANSLATE_NOOP("Actions", "&Previous In-App Frame"), "Ctrl+F10",
     Need::Frame},
    {"go.frame_next", QT_TRANSLATE_NOOP("Actions", "C&aller Frame"), "Shift+F11|Ctrl+Down",
     Need::Frame},
    {"go.frame_prev", QT_TRANSLATE_NOOP("Actions", "Callee &Frame"), "F11|Ctrl+Up", Need::Frame},
    {"go.thread_next", QT_TRANSLATE_NOOP("Actions", "Next &Thread"), "Ctrl+PgDown", Need::Report},
    {"go.thread_prev", QT_TRANSLATE_NOOP("Actions", "Previous T&hread"), "Ctrl+PgUp", Need::Report},
    {"go.address", QT_TRANSLATE_NOOP("Actions", "Addre&ss…"), "Ctrl+G", Need::Frame},
    {"go.anything", QT_TRANSLATE_NOOP("Actions", "Anyth&ing…"), "Ctrl+T"},
    {"go.palette", QT_TRANSLATE_NOOP("Actions", "Co&mmand Palette…"), "Ctrl+Shift+P|Ctrl+K"},
    {"go.panel_next", QT_TRANSLATE_NOOP("Actions", "Ne&xt Panel"), "F6", Need::Report},
    {"go.panel_prev", QT_TRANSLATE_NOOP("Actions", "Previo&us Panel"), "Shift+F6", Need::Report},
    {"go.tab_next", QT_TRANSLATE_NOOP("Actions", "N&ext Tab"), "Ctrl+Tab", Need::Nothing},
    {"go.tab_prev", QT_TRANSLATE_NOOP("Actions", "P&revious Tab"), "Ctrl+Shift+Tab", Need::Nothing},
    {"source.editor", QT_TRANSLATE_NOOP("Actions", "&Open in Editor"), "Ctrl+E", Need::SourceFile},
    {"source.open_link", QT_TRANSLATE_NOOP("Actions", "Open Pa&ge of the Line"), "",
     Need::SourceLink},
    {"source.copy_link", QT_TRANSLATE_NOOP("Actions", "Cop&y Link to the Line"), "",
     Need::SourceLink},
    {"source.choose_editor", QT_TRANSLATE_NOOP("Actions", "External E&ditor…"), ""},
    {"view.dock.threads", QT_TRANSLATE_NOOP("Actions", "&Threads"), "Alt+1", Need::Report, true},
    {"view.dock.thread", QT_TRANSLATE_NOOP("Actions", "Thread Fa&cts"), "", Need::Report, true},
    {"view.dock.locks", QT_TRANSLATE_NOOP("Actions", "Loc&ks"), "", Need::Report, true},
    {"view.dock.chain", QT_TRANSLATE_NOOP("Actions", "Lock Chai&n"), "", Need::Report, true},
    {"view.dock.parallel", QT_TRANSLATE_NOOP("Actions", "Para&llel Stacks"), "Ctrl+Shift+T",
     Need::Report, true},
    {"view.dock.stack", QT_TRANSLATE_NOOP("Actions", "&Stack"), "Alt+2", Need::Report},
    {"view.dock.source", QT_TRANSLATE_NOOP("Actions", "S&ource"), "Alt+3", Need::Report, true},
    {"view.dock.disassembly", QT_TRANSLATE_NOOP("Actions", "&Disassembly"), "Alt+4", Need::Report,
     true},
    {"view.dock.memory", QT_TRANSLATE_NOOP("Actions", "&Memory"), "Alt+6", Need::Report, true},
    {"view.dock.memmap", QT_TRANSLATE_NOOP("Actions", "Memory Ma&p"), "", Need::Report, true},
    {"view.dock.inspector", QT_TRANSLATE_NOOP("Actions", "Data &Inspector"), "", Need::Report,
     true},
    {"view.dock.strings", QT_TRANSLATE_NOOP("Actions", "St&rings"), "", Need::Report, true},
    {"view.dock.search", QT_TRANSLATE_NOOP("Actions", "Memory &Search"), "Ctrl+Shift+M",
     Need::Report, true},
    {"view.dock.locals", QT_TRANSLATE_NOOP("Actions", "Lo&cals"), "", Need::Report, true},
    {"view.dock.find", QT_TRANSLATE_NOOP("Actions", "&Find in All Stacks"), "", Need::Report, true},
    {"view.dock.registers", QT_TRANSLATE_NOOP("Actions", "&Registers"), "Alt+5", Need::Report,
     true},
    {"view.dock.modules", QT_TRANSLATE_NOOP("Actions", "&Modules"), "Alt+7", Need::Report, true},
    {"view.dock.details", QT_TRANSLATE_NOOP("Actions", "Crash &Details"), "Alt+8", Need::Report,
     true},
    {"view.dock.why", QT_TRANSLATE_NOOP("Actions", "&Why?"), "Alt+9", Need::Report, true},
    {"view.dock.raw", QT_TRANSLATE_NOOP("Actions", "Raw Str&eams"), "", Need::Report, true},
    {"view.dock.evidence", QT_TRANSLATE_NOOP("Actions", "Ev&idence"), "", Need::Report, true},
    {"view.dock.annotations", QT_TRANSLATE_NOOP("Actions", "&Annotations"), "", Need::Report, true},
    {"view.dock.breadcrumbs", QT_TRANSLATE_NOOP("Actions", "&Breadcrumbs"), "", Need::Report, true},
    {"view.dock.unloaded", QT_TRANSLATE_NOOP("Actions", "&Unloaded Modules"), "", Need::Report,
     true},
    {"view.dock.handles", QT_TRANSLATE_NOOP("Actions", "&Handles"), "", Need::Report, true},
    {"view.dock.activity", QT_TRANSLATE_NOOP("Actions", "&Activity"), "Ctrl+Shift+Y", Need::Report,
     true},
    {"view.dock.log", QT_TRANSLATE_NOOP("Actions", "Lo&g"), "Ctrl+Shift+L", Need::Report, true},
    {"view.stack.relevant", QT_TRANSLATE_NOOP("Actions", "&Most Relevant Frames"), "", Need::Report,
     true},
    {"view.stack.full", QT_TRANSLATE_NOOP("Actions", "&Full Stack"), "", Need::Report, true},
    {"view.stack.raw", QT_TRANSLATE_NOOP("Actions", "&Raw Stack"), "", Need::Report, true},
    {"view.stack.newest", QT_TRANSLATE_NOOP("Actions", "&Newest Frame First"), "", Need::Report,
     true},
    {"view.stack.absolute_addr", QT_TRANSLATE_NOOP("Actions", "&Absolute Addresses"), "",
     Need::Report, true},
    {"view.stack.absolute_path", QT_TRANSLATE_NOOP("Actions", "Whole &Paths"), "", Need::Report,
     true},
    {"view.stack.verbose", QT_TRANSLATE_NOOP("Actions", "&Verbose Names"), "", Need::Report, true},
    {"view.stack.unsymbolicated", QT_TRANSLATE_NOOP("Actions", "&Unsymbolicated Names"), "",
     Need::Report, true},
    {"view.stack.inline", QT_TRANSLATE_NOOP("Actions", "&Inlined Calls"), "", Need::Report, true},
    {"view.stack.fold_recursion", QT_TRANSLATE_NOOP("Actions", "Fold Re&cursion"), "", Need::Report,
     true},
    {"view.stack.count_inlines", QT_TRANSLATE_NOOP("Actions", "C&ount Inlined Calls"), "",
     Need::Report, true},
    {"view.perspective.crash", QT_TRANSLATE_NOOP("Actions", "&Crash"), "", Need::Nothing, true},
    {"view.perspective.threads", QT_TRANSLATE_NOOP("Actions", "&Threads"), "", Need::Nothing, true},
    {"view.perspective.low_level", QT_TRANSLATE_NOOP("Actions", "&Low Level"), "", Need::Nothing,
     true},
    {"view.zoom_in", QT_TRANSLATE_NOOP("Actions", "Zoom &In"), "Ctrl++|Ctrl+="},
    {"view.zoom_out", QT_TRANSLATE_NOOP("Actions", "Zoom &Out"), "Ctrl+-"},
    {"view.zoom_reset", QT_TRANSLATE_NOOP("Actions", "&Reset Zoom"), "Ctrl+0"},
    {"view.density", QT_TRANSLATE_NOOP("Actions", "&Compact Rows"), "", Need::Nothing, true},
    {"view.theme.system", QT_TRANSLATE_NOOP("Actions", "&System"), "", Need::Nothing, true},
    {"view.theme.light", QT_TRANSLATE_NOOP("Actions", "&Light"), "", Need::Nothing, true},
    {"view.theme.dark", QT_TRANSLATE_NOOP("Actions", "&Dark"), "", Need::Nothing, true},
    {"view.fullscreen", QT_TRANSLATE_NOOP("Actions", "F&ull Screen"), "Ctrl+Shift+F11",
     Need::Nothing, true},
    {"view.maximise", QT_TRANSLATE_NOOP("Actions", "Ma&ximise Panel"), "Ctrl+M", Need::Report,
     true},
    {"view.reset_layout", QT_TRANSLATE_NOOP("Actions", "Reset Layo&ut"), ""},
    {"symbols.why", QT_TRANSLATE_NOOP("Actions", "&Why Is This Frame Not Symbolicated?"), "F1",
     Need::Frame},
    {"symbols.retry", QT_TRANSLATE_NOOP("Actions", "&Retry Failed Now"), "F5", Need::Report},
    {"symbols.fetch_all", QT_TRANSLATE_NOOP("Actions", "&Fetch for Offline Use"), "", Need::Report},
    {"symbols.add_source", QT_TRANSLATE_NOOP("Actions", "&Add Source…"), ""},
    {"symbols.sources", QT_TRANSLATE_NOOP("Actions", "&Sources…"), ""},
    {"symbols.caches", QT_TRANSLATE_NOOP("Actions", "Cac&hes…"), ""},
    {"symbols.path_mappings", QT_TRANSLATE_NOOP("Actions", "Path &Mappings…"), ""},
    {"symbols.locate", QT_TRANSLATE_NOOP("Actions", "&Locate File for Module…"), "", Need::Module},
    {"symbols.offline", QT_TRANSLATE_NOOP("Actions", "&Offline Mode"), "", Need::Nothing, true},
    {"symbols.cancel", QT_TRANSLATE_NOOP("Actions", "&Cancel Running"), "Shift+F5", Need::Running},
    {"symbols.cancel_all", QT_TRANSLATE_NOOP("Actions", "Ca&ncel All"), "", Need::Running},
    {"triage.open", QT_TRANSLATE_NOOP("Actions", "&Open"), "", Need::LibraryRow},
    {"triage.status", QT_TRANSLATE_NOOP("Actions", "&Status…"), "S", Need::WritableRow},
    {"triage.tag", QT_TRANSLATE_NOOP("Actions", "&Tag…"), "T", Need::WritableRow},
    {"triage.note", QT_TRANSLATE_NOOP("Actions", "&Note…"), "N", Need::WritableRow},
    {"triage.assign", QT_TRANSLATE_NOOP("Actions", "&Assign…"), "", Need::WritableRow},
    {"triage.ticket", QT_TRANSLATE_NOOP("Actions", "Link Tic&ket…"), "", Need::WritableRow},
    {"triage.remove", QT_TRANSLATE_NOOP("Actions", "Remo&ve from Library…"), "", Need::WritableRow},
    {"triage.compare", QT_TRANSLATE_NOOP("Actions", "&Compare…"), "", Need::Compare},
    {"triage.rules", QT_TRANSLATE_NOOP("Actions", "&Grouping Rules…"), "", Need::Library},
    {"tools.inspector", QT_TRANSLATE_NOOP("Actions", "&Debug-File Inspector…"), ""},
    {"tools.server", QT_TRANSLATE_NOOP("Actions", "&Server…"), ""},
    {"tools.keymap", QT_TRANSLATE_NOOP("Actions", "&Keys…"), ""},
    {"help.welcome", QT_TRANSLATE_NOOP("Actions", "Start &Page"), ""},
    {"help.sample", QT_TRANSLATE_NOOP("Actions", "Open the Sample &Crash"), ""},
    {"help.shortcuts", QT_TRANSLATE_NOOP("Actions", "&Shortcuts"), "?"},
    {"help.diagnostics", QT_TRANSLATE_NOOP("Actions", "&Diagnostics…"), ""},
    {"help.about", QT_TRANSLATE_NOOP("Actions", "&About Faultline"), ""},
});

bool isMet(Need need, const ActionContext& context)
{
    switch (need) {
    case Need::Nothing: return true;
    case Need::Report: return context.hasReport;
    case Need::Table: return context.hasTable;
    case Need::Findable: return context.canFind;
    case Need::ReportOrTable: return context.hasReport || context.hasTable;
    case Need::Frame: return context.hasFrame;
    case Need::Module: return context.hasModule;
    case Need::SourceFile: return context.hasSourceFile;
    case Need::SourceLink: return context.hasSourceLink;
    case Need::Running: return context.isRunning;
    case Need::Back: return context.canGoBack;
    case Need::Forward: return context.canGoForward;
    case Need::Tab: return context.hasTab;
    case Need::Library: return context.hasLibrary;
    case Need::LibraryRow: return context.hasLibraryRow;
    case Need::WritableRow: return context.hasWritableRow;
    case Need::Compare: return context.canCompare;
    case Need::Comparison: return context.hasComparison;
    case Need::Undo: return context.canUndo;
    case Need::Redo: return context.canRedo;
    }
    return true;
}

QString reason(Need need)
{
    switch (need) {
    case Need::Nothing: return {};
    case Need::Report: return ActionRegistry::tr("Open a report first");
    case Need::Table: return ActionRegistry::tr("Select a row of a table first");
    case Need::Findable: return ActionRegistry::tr("Select a row of a table or a text first");
    case Need::ReportOrTable:
        return ActionRegistry::tr("Open a report, or select a row of a table");
    case Need::Frame: return ActionRegistry::tr("Select a frame first");
    case Need::Module: return ActionRegistry::tr("Select a frame that lies in a module");
    case Need::SourceFile:
        return ActionRegistry::tr("The source that is shown is no file of this computer");
    case Need::SourceLink:
        return ActionRegistry::tr("The debug file names no commit of a repository for this line");
    case Need::Running: return ActionRegistry::tr("Nothing is running");
    case Need::Back: return ActionRegistry::tr("No other place was shown before this one");
    case Need::Forward: return ActionRegistry::tr("You did not go back");
    case Need::Tab: return ActionRegistry::tr("Only the start page is open");
    case Need::Library: return ActionRegistry::tr("There is no folder for a library");
    case Need::LibraryRow: return ActionRegistry::tr("Select a row of the library first");
    case Need::WritableRow:
        return ActionRegistry::tr("Select rows of a library that can be changed");
    case Need::Compare:
        return ActionRegistry::tr("Open a report, or select two reports of the library");
    case Need::Comparison: return ActionRegistry::tr("Compare two reports first");
    case Need::Undo: return ActionRegistry::tr("Nothing was changed");
    case Need::Redo: return ActionRegistry::tr("Nothing was undone");
    }
    return {};
}

QList<QKeySequence> keysOf(const ActionSpec& spec)
{
    QList<QKeySequence> keys;
    for (const QString& text : QString::fromLatin1(spec.keys).split(u'|', Qt::SkipEmptyParts))
        keys.append(QKeySequence::fromString(text, QKeySequence::PortableText));
    return keys;
}

const ActionSpec* specOf(const QString& id)
{
    const auto* spec = std::ranges::find_if(
        kSpecs, [&id](const ActionSpec& each) { return id == QLatin1String(each.id); });
    return spec == kSpecs.end() ? nullptr : spec;
}

QString toolTip(const QAction& action)
{
    const QString text = QString(action.text()).remove(u'&');
    return action.shortcut().isEmpty()
               ? text
               : text + QStringLiteral(" (%1)").arg(
                            action.shortcut().toString(QKeySequence::NativeText));
}

} // namespace

ActionRegistry::ActionRegistry(QObject* parent) : QObject(parent)
{
    for (const ActionSpec& spec : kSpecs) {
        auto* action = new QAction(QCoreApplication::translate("Actions", spec.text), this);
        action->setObjectName(QLatin1String(spec.id));
        action->setShortcuts(keysOf(spec));
        action->setCheckable(spec.checkable);
        m_actions.append(action);
        m_byId.insert(action->objectName(), action);
    }
    update({});
}

QAction* ActionRegistry::find(const QString& id) const
{
    return m_byId.value(id);
}

QString ActionRegistry::englishText(const QString& id)
{
    const ActionSpec* spec = specOf(id);
    return spec ? QString::fromUtf8(spec->text).remove(u'&') : QString();
}

QList<QKeySequence> ActionRegistry::defaultKeys(const QString& id)
{
    const ActionSpec* spec = specOf(id);
    return spec ? keysOf(*spec) : QList<QKeySequence>();
}

QString ActionRegistry::whereText(const QString& id)
{
    const ActionSpec* spec = specOf(id);
    switch (spec ? spec->need : Need::Nothing) {
    case Need::Table:
    case Need::Findable: return tr("tables");
    case Need::Report:
    case Need::ReportOrTable:
    case Need::Frame:
    case Need::Module:
    case Need::Back:
    case Need::Forward: return tr("report");
    case Need::LibraryRow:
    case Need::WritableRow: return tr("library");
    case Need::Comparison: return tr("comparison");
    default: return tr("everywhere");
    }
}

void ActionRegistry::setKeys(const QString& id, const QList<QKeySequence>& keys)
{
    QAction* action = find(id);
    if (!action || action->shortcuts() == keys)
        return;
    action->setShortcuts(keys);
    if (action->isEnabled())
        action->setToolTip(shownText(toolTip(*action)));
}

void ActionRegistry::trigger(const QString& id)
{
    if (QAction* action = find(id))
        action->trigger();
}

void ActionRegistry::update(const ActionContext& context)
{
    for (const ActionSpec& spec : kSpecs) {
        QAction* action = find(QLatin1String(spec.id));
        const bool enabled = isMet(spec.need, context);
        action->setEnabled(enabled);
        action->setToolTip(shownText(enabled ? toolTip(*action) : reason(spec.need)));
        action->setStatusTip(enabled ? QString() : reason(spec.need));
    }
}

} // namespace faultline::ui
