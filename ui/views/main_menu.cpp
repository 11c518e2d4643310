// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/main_menu.h"

#include "ui/views/action_registry.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenuBar>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(MainMenu)
};

/// Adds actions by id. An empty id adds a separator.
void addActions(QMenu& menu, const ActionRegistry& actions, std::initializer_list<const char*> ids)
{
    menu.setToolTipsVisible(true);
    for (const char* id : ids) {
        if (*id == '\0')
            menu.addSeparator();
        else
            menu.addAction(actions.find(QLatin1String(id)));
    }
}

QMenu* addFileMenu(QMenuBar& bar, const ActionRegistry& actions)
{
    QMenu& menu = *bar.addMenu(Words::tr("&File"));
    addActions(menu, actions,
               {"file.open", "file.open_folder", "file.paste", "", "file.import_batch",
                "file.import_folder", ""});
    QMenu* recent = menu.addMenu(Words::tr("&Recent"));
    recent->menuAction()->setObjectName(QStringLiteral("file.recent"));
    recent->setToolTipsVisible(true);
    addActions(menu, actions, {"", "file.save_bundle"});
    QMenu& exported = *menu.addMenu(Words::tr("&Export"));
    exported.menuAction()->setObjectName(QStringLiteral("file.export"));
    addActions(exported, actions,
               {"file.export.html", "file.export.markdown", "file.export.json", "file.export.pdf",
                "file.export.csv"});
    addActions(menu, actions, {"", "file.close", "file.close_all", "", "file.quit"});
    return recent;
}

void addThemeMenu(QMenu& view, const ActionRegistry& actions)
{
    QMenu& menu = *view.addMenu(Words::tr("T&heme"));
    menu.menuAction()->setObjectName(QStringLiteral("view.theme"));
    auto* group = new QActionGroup(&menu);
    addActions(menu, actions, {"view.theme.system", "view.theme.light", "view.theme.dark"});
    for (QAction* action : menu.actions())
        group->addAction(action);
}

void addViewMenu(QMenuBar& bar, const ActionRegistry& actions)
{
    QMenu& menu = *bar.addMenu(Words::tr("&View"));
    addActions(menu, actions,
               {"view.dock.stack", "view.dock.threads", "view.dock.thread", "view.dock.locks",
                "view.dock.chain", "view.dock.parallel", "view.dock.find", "view.dock.source",
                "view.dock.registers", "view.dock.modules", "view.dock.details", "view.dock.why",
                "view.dock.evidence", "view.dock.activity", "view.dock.log", ""});
    QMenu& code = *menu.addMenu(Words::tr("Code and Memor&y"));
    code.menuAction()->setObjectName(QStringLiteral("view.low_level"));
    addActions(code, actions,
               {"view.dock.disassembly", "view.dock.locals", "view.dock.memory", "view.dock.memmap",
                "view.dock.inspector", "view.dock.strings", "view.dock.search"});
    QMenu& facts = *menu.addMenu(Words::tr("In the Fil&e"));
    facts.menuAction()->setObjectName(QStringLiteral("view.file_facts"));
    addActions(facts, actions,
               {"view.dock.raw", "view.dock.annotations", "view.dock.breadcrumbs",
                "view.dock.unloaded", "view.dock.handles"});
    QMenu& perspectives = *menu.addMenu(Words::tr("Perspecti&ves"));
    perspectives.menuAction()->setObjectName(QStringLiteral("view.perspective"));
    addActions(
        perspectives, actions,
        {"view.perspective.crash", "view.perspective.threads", "view.perspective.low_level"});
    auto* shown = new QActionGroup(&perspectives);
    for (QAction* action : perspectives.actions())
        shown->addAction(action);
    addActions(perspectives, actions, {"", "view.reset_layout"});
    QMenu& stack = *menu.addMenu(Words::tr("Stack O&ptions"));
    addActions(stack, actions,
               {"view.stack.relevant", "view.stack.full", "view.stack.raw", "", "view.stack.newest",
                "", "view.stack.absolute_addr", "view.stack.absolute_path", "view.stack.verbose",
                "view.stack.unsymbolicated", "", "view.stack.inline", "view.stack.fold_recursion",
                "view.stack.count_inlines"});
    auto* modes = new QActionGroup(&stack);
    for (const char* id : {"view.stack.relevant", "view.stack.full", "view.stack.raw"})
        modes->addAction(actions.find(QLatin1String(id)));
    QMenu& zoom = *menu.addMenu(Words::tr("&Zoom"));
    addActions(zoom, actions,
               {"view.zoom_in", "view.zoom_out", "view.zoom_reset", "", "view.density"});
    addThemeMenu(menu, actions);
    addActions(menu, actions, {"", "view.fullscreen", "view.maximise"});
}

} // namespace

QMenu* buildMainMenu(QMenuBar& bar, const ActionRegistry& actions)
{
    QMenu* recent = addFileMenu(bar, actions);
    addActions(*bar.addMenu(Words::tr("&Edit")), actions,
               {"edit.undo",
                "edit.redo",
                "",
                "edit.copy",
                "edit.copy_cell",
                "edit.copy_table",
                "edit.copy_csv",
                "",
                "edit.copy_stack",
                "edit.copy_markdown",
                "edit.copy_json",
                "",
                "edit.copy_address",
                "edit.copy_offset",
                "",
                "edit.select_all",
                "",
                "edit.find",
                "edit.filter",
                "edit.find_next",
                "edit.find_prev",
                "edit.find_stacks",
                "",
                "source.choose_editor",
                "edit.preferences"});
    addActions(*bar.addMenu(Words::tr("&Go")), actions,
               {"go.back",
                "go.forward",
                "go.to_library",
                "",
                "go.crash",
                "",
                "go.inapp_next",
                "go.inapp_prev",
                "go.frame_next",
                "go.frame_prev",
                "",
                "go.thread_next",
                "go.thread_prev",
                "",
                "go.anything",
                "go.palette",
                "go.address",
                "",
                "source.editor",
                "source.open_link",
                "source.copy_link",
                "",
                "go.difference_next",
                "go.difference_prev",
                "",
                "go.panel_next",
                "go.panel_prev",
                "go.tab_next",
                "go.tab_prev"});
    addViewMenu(bar, actions);
    addActions(*bar.addMenu(Words::tr("&Symbols")), actions,
               {"symbols.why", "symbols.retry", "symbols.fetch_all", "", "symbols.locate",
                "symbols.add_source", "symbols.sources", "symbols.caches", "symbols.path_mappings",
                "symbols.offline", "", "symbols.cancel", "symbols.cancel_all"});
    addActions(*bar.addMenu(Words::tr("&Triage")), actions,
               {"go.to_library", "", "triage.open", "", "triage.status", "triage.tag",
                "triage.note", "triage.assign", "triage.ticket", "", "triage.compare",
                "triage.rules"});
    addActions(*bar.addMenu(Words::tr("T&ools")), actions,
               {"tools.inspector", "", "tools.server", "tools.keymap"});
    addActions(
        *bar.addMenu(Words::tr("&Help")), actions,
        {"help.welcome", "help.sample", "help.shortcuts", "", "help.diagnostics", "help.about"});
    return recent;
}

} // namespace faultline::ui
