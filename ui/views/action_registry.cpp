#include "ui/views/action_registry.h"

#include <QCoreApplication>
#include <QKeySequence>

namespace faultline::ui {

namespace {

enum class Need { Nothing, Report, Frame, Module, Running };

struct ActionSpec
{
    const char* id;
    const char* text;
    const char* keys; ///< Portable text, several separated by '|'; may be empty.
    Need need = Need::Nothing;
    bool checkable = false;
};

#define FL_TEXT(text) QT_TRANSLATE_NOOP("Actions", text)

/// Ids and keys: docs/spec/workbench.md §4.9. Ctrl+Alt+letter is avoided: it types characters on
/// many keyboards.
constexpr ActionSpec kSpecs[] = {
    {"file.open", FL_TEXT("&Open…"), "Ctrl+O"},
    {"file.close", FL_TEXT("&Close"), "Ctrl+W", Need::Report},
    {"file.close_all", FL_TEXT("Close &All"), "", Need::Report},
    {"file.quit", FL_TEXT("&Quit"), "Ctrl+Q"},
    {"edit.copy", FL_TEXT("&Copy"), "Ctrl+C", Need::Report},
    {"edit.copy_markdown", FL_TEXT("Copy Stack as &Markdown"), "Ctrl+Shift+C", Need::Report},
    {"edit.copy_json", FL_TEXT("Copy Stack as &JSON"), "Ctrl+Shift+J", Need::Report},
    {"edit.copy_address", FL_TEXT("Copy &Address"), "", Need::Frame},
    {"edit.copy_offset", FL_TEXT("Copy Module &Offset"), "", Need::Module},
    {"go.crash", FL_TEXT("&Crash"), "Alt+Home", Need::Report},
    {"go.inapp_next", FL_TEXT("&Next In-App Frame"), "F10", Need::Frame},
    {"go.inapp_prev", FL_TEXT("&Previous In-App Frame"), "Ctrl+F10", Need::Frame},
    {"go.frame_next", FL_TEXT("C&aller Frame"), "Shift+F11|Ctrl+Down", Need::Frame},
    {"go.frame_prev", FL_TEXT("Callee &Frame"), "F11|Ctrl+Up", Need::Frame},
    {"go.thread_next", FL_TEXT("Next &Thread"), "Ctrl+PgDown", Need::Report},
    {"go.thread_prev", FL_TEXT("Previous T&hread"), "Ctrl+PgUp", Need::Report},
    {"view.dock.threads", FL_TEXT("&Threads"), "Alt+1", Need::Report, true},
    {"view.dock.stack", FL_TEXT("&Stack"), "Alt+2", Need::Report},
    {"view.dock.source", FL_TEXT("S&ource"), "Alt+3", Need::Report, true},
    {"view.dock.registers", FL_TEXT("&Registers"), "Alt+5", Need::Report, true},
    {"view.dock.modules", FL_TEXT("&Modules"), "Alt+7", Need::Report, true},
    {"view.dock.details", FL_TEXT("Crash &Details"), "Alt+8", Need::Report, true},
    {"view.dock.why", FL_TEXT("&Why?"), "Alt+9", Need::Report, true},
    {"view.dock.raw", FL_TEXT("Ra&w Streams"), "", Need::Report, true},
    {"view.dock.activity", FL_TEXT("&Activity"), "Ctrl+Shift+Y", Need::Report, true},
    {"view.dock.log", FL_TEXT("&Log"), "Ctrl+Shift+L", Need::Report, true},
    {"view.stack.relevant", FL_TEXT("&Most Relevant Frames"), "", Need::Report},
    {"view.stack.full", FL_TEXT("&Full Stack"), "", Need::Report},
    {"view.stack.raw", FL_TEXT("&Raw Stack"), "", Need::Report},
    {"view.stack.newest", FL_TEXT("&Newest Frame First"), "", Need::Report, true},
    {"view.zoom_in", FL_TEXT("Zoom &In"), "Ctrl++|Ctrl+="},
    {"view.zoom_out", FL_TEXT("Zoom &Out"), "Ctrl+-"},
    {"view.zoom_reset", FL_TEXT("&Reset Zoom"), "Ctrl+0"},
    {"view.theme.system", FL_TEXT("&System"), "", Need::Nothing, true},
    {"view.theme.light", FL_TEXT("&Light"), "", Need::Nothing, true},
    {"view.theme.dark", FL_TEXT("&Dark"), "", Need::Nothing, true},
    {"view.fullscreen", FL_TEXT("&Full Screen"), "Ctrl+Shift+F11", Need::Nothing, true},
    {"view.reset_layout", FL_TEXT("Reset La&yout"), ""},
    {"symbols.why", FL_TEXT("&Why Is This Frame Not Symbolicated?"), "F1", Need::Frame},
    {"symbols.retry", FL_TEXT("&Retry Failed Now"), "F5", Need::Report},
    {"symbols.fetch_all", FL_TEXT("&Fetch for Offline Use"), "", Need::Report},
    {"symbols.add_source", FL_TEXT("&Add Source…"), ""},
    {"symbols.locate", FL_TEXT("&Locate File for Module…"), "", Need::Module},
    {"symbols.offline", FL_TEXT("&Offline Mode"), "", Need::Nothing, true},
    {"symbols.cancel", FL_TEXT("&Cancel Running"), "Shift+F5", Need::Running},
    {"symbols.cancel_all", FL_TEXT("Cancel A&ll"), "", Need::Running},
    {"help.shortcuts", FL_TEXT("&Shortcuts"), "?"},
    {"help.about", FL_TEXT("&About Faultline"), ""},
};

#undef FL_TEXT

bool isMet(Need need, const ActionContext& context)
{
    switch (need) {
    case Need::Nothing: return true;
    case Need::Report: return context.hasReport;
    case Need::Frame: return context.hasFrame;
    case Need::Module: return context.hasModule;
    case Need::Running: return context.isRunning;
    }
    return true;
}

QString reason(Need need)
{
    switch (need) {
    case Need::Nothing: return {};
    case Need::Report: return ActionRegistry::tr("Open a report first");
    case Need::Frame: return ActionRegistry::tr("Select a frame first");
    case Need::Module: return ActionRegistry::tr("Select a frame that lies in a module");
    case Need::Running: return ActionRegistry::tr("Nothing is running");
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
        action->setToolTip(enabled ? toolTip(*action) : reason(spec.need));
        action->setStatusTip(enabled ? QString() : reason(spec.need));
    }
}

} // namespace faultline::ui
