// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/palette_entries.h"

#include "ui/bridge/symbol_finder.h"
#include "ui/views/action_registry.h"

#include <QFileInfo>
#include <QHash>
#include <QLocale>
#include <QMenuBar>
#include <QRegularExpression>
#include <QSet>

namespace faultline::ui {

namespace {

struct EntryWords
{
    Q_DECLARE_TR_FUNCTIONS(PaletteEntries)
};

QString withoutMarks(QString text)
{
    return text.remove(u'&');
}

/// The menus that lead to each action, such as "View ▸ Theme".
void addMenus(const QList<QAction*>& actions,
              const QString& path,
              QHash<const QAction*, QString>& menus)
{
    for (const QAction* action : actions) {
        if (!action->menu()) {
            if (!menus.contains(action))
                menus.insert(action, path);
            continue;
        }
        const QString name = withoutMarks(action->text());
        addMenus(action->menu()->actions(),
                 path.isEmpty() ? name : path + QStringLiteral(" ▸ ") + name, menus);
    }
}

/// A switch of the settings, and no panel, which also can be open or not.
bool isSetting(const QAction& action)
{
    return action.isCheckable() && !action.objectName().startsWith(QLatin1String("view.dock."));
}

PaletteEntry entryOf(const QAction& action, const QString& menu)
{
    PaletteEntry entry{.kind = isSetting(action) ? PaletteKind::Setting : PaletteKind::Action,
                       .id = QString(kActionId) + action.objectName(),
                       .text = withoutMarks(action.text()),
                       .english = ActionRegistry::englishText(action.objectName()),
                       .remark = menu,
                       .icon =
                           isSetting(action) ? QStringLiteral("sliders") : QStringLiteral("list")};
    for (const QKeySequence& keys : action.shortcuts())
        entry.keys.append(keys.toString(QKeySequence::NativeText));
    if (isSetting(action) && entry.keys.isEmpty())
        entry.end = action.isChecked() ? EntryWords::tr("on") : EntryWords::tr("off");
    if (!action.isEnabled())
        entry.reason = action.statusTip();
    return entry;
}

PaletteEntry codeEntry(const SymbolRow& symbol, PaletteKind kind, const QString& remark)
{
    return {.kind = kind,
            .id = QString(kCodeId) + symbol.address,
            .text = symbol.name,
            .remark = remark,
            .end = symbol.moduleOffset,
            .icon = QStringLiteral("braces"),
            .isFixed = true};
}

QList<PaletteEntry> lineEntries(const ReportSession& session, const QString& typed)
{
    bool isNumber = false;
    const quint32 line = typed.toUInt(&isNumber);
    const SourceDocument source = session.source();
    const auto lines = quint32(source.text.count(u'\n') + 1);
    if (!isNumber || source.state != SourceDocument::State::Text || line < source.firstLine ||
        line >= source.firstLine + lines)
        return {};
    return {{.kind = PaletteKind::Place,
             .id = QString(kLineId) + QString::number(line),
             .text = EntryWords::tr("Line %1").arg(line),
             .remark = source.path.section(u'/', -1).section(u'\\', -1),
             .icon = QStringLiteral("file-source")}};
}

QList<PaletteEntry> knownPlace(const PlaceRow& place)
{
    const QString remark = place.function.isEmpty() ? place.moduleOffset : place.function;
    const PaletteEntry code{.kind = PaletteKind::Place,
                            .id = QString(kCodeId) + place.place,
                            .text = EntryWords::tr("Show %1 in Disassembly").arg(place.address),
                            .remark = remark,
                            .icon = QStringLiteral("braces")};
    const PaletteEntry memory{.kind = PaletteKind::Place,
                              .id = QString(kMemoryId) + place.place,
                              .text = EntryWords::tr("Show %1 in Memory").arg(place.address),
                              .remark = remark,
                              .icon = QStringLiteral("raw")};
    QList<PaletteEntry> entries =
        place.function.isEmpty() ? QList{memory, code} : QList{code, memory};
    if (place.before)
        entries.append(
            codeEntry(*place.before, PaletteKind::Place, EntryWords::tr("function before it")));
    if (place.after)
        entries.append(
            codeEntry(*place.after, PaletteKind::Place, EntryWords::tr("next function")));
    return entries;
}

PaletteEntry unknownPlace(const QString& typed, const QString& reason)
{
    return {.kind = PaletteKind::Place,
            .id = QStringLiteral("none"),
            .text = typed,
            .reason = reason,
            .icon = QStringLiteral("jump")};
}

} // namespace

QList<PaletteEntry> actionEntries(const ActionRegistry& actions, const QMenuBar& menus)
{
    QHash<const QAction*, QString> paths;
    addMenus(menus.actions(), {}, paths);
    QList<PaletteEntry> entries;
    for (const QAction* action : actions.all())
        entries.append(entryOf(*action, paths.value(action)));
    return entries;
}

QList<PaletteEntry> functionEntries(ReportSession& session)
{
    QList<PaletteEntry> entries;
    for (const FunctionRow& row : session.finder().functions()) {
        const QString frame =
            row.frame.inlineDepth > 0
                ? EntryWords::tr("inlined in frame %1").arg(row.frame.physicalIndex)
                : EntryWords::tr("frame %1").arg(row.frame.physicalIndex);
        entries.append(PaletteEntry{
            .kind = PaletteKind::Function,
            .id = QString(kFrameId) + QStringLiteral("%1 %2 %3")
                                          .arg(row.thread)
                                          .arg(row.frame.physicalIndex)
                                          .arg(row.frame.inlineDepth),
            .text = row.name,
            .remark = row.location.isEmpty() ? frame : frame + QStringLiteral(" · ") + row.location,
            .end = EntryWords::tr("thread %1").arg(row.thread),
            .icon = QStringLiteral("stack"),
            .isFixed = true});
    }
    return entries;
}

QList<PaletteEntry> threadEntries(ReportSession& session)
{
    QList<PaletteEntry> entries;
    for (const ThreadRow& thread : session.threads().threads())
        entries.append(
            PaletteEntry{.kind = PaletteKind::Thread,
                         .id = QString(kThreadId) + QString::number(thread.index),
                         .text = QStringLiteral("%1  %2").arg(thread.index).arg(thread.name),
                         .remark = thread.topFunction,
                         .end = thread.isCrashed ? EntryWords::tr("crashed") : thread.doing,
                         .icon = QStringLiteral("threads")});
    return entries;
}

QList<PaletteEntry> moduleEntries(ReportSession& session)
{
    QList<PaletteEntry> entries;
    for (const ModuleRow& module : session.modules().modules()) {
        QStringList facts;
        for (const QString& fact : {module.version, module.status,
                                    module.isOnStack ? EntryWords::tr("on the stack")
                                                     : EntryWords::tr("not on the stack")}) {
            if (!fact.isEmpty())
                facts.append(fact);
        }
        entries.append(PaletteEntry{.kind = PaletteKind::Module,
                                    .id = QString(kModuleId) + QString::number(module.index),
                                    .text = module.name,
                                    .remark = facts.join(QStringLiteral(" · ")),
                                    .end = module.base,
                                    .icon = QStringLiteral("module")});
    }
    return entries;
}

QList<PaletteEntry> reportEntries(const UiContext& context)
{
    QList<PaletteEntry> entries;
    QSet<QString> open;
    for (const ReportSession* session : context.workbench.sessions()) {
        open.insert(session->path());
        entries.append(PaletteEntry{.kind = PaletteKind::Report,
                                    .id = QString(kReportId) + session->path(),
                                    .text = session->fileName(),
                                    .remark = session->header().signature,
                                    .end = EntryWords::tr("open"),
                                    .icon = QStringLiteral("document")});
    }
    for (const RecentFile& file : context.settings.recentFiles()) {
        if (open.contains(file.path))
            continue;
        entries.append(
            {.kind = PaletteKind::Report,
             .id = QString(kReportId) + file.path,
             .text = QFileInfo(file.path).fileName(),
             .remark = file.signature,
             .end = QLocale().toString(file.time.date(), QLocale::ShortFormat),
             .reason = file.exists() ? QString() : EntryWords::tr("The file is no longer there"),
             .icon = QStringLiteral("document")});
    }
    return entries;
}

QList<PaletteEntry> symbolEntries(const SymbolFinder& finder)
{
    QList<PaletteEntry> entries;
    for (const SymbolRow& symbol : finder.symbols())
        entries.append(codeEntry(symbol, PaletteKind::Symbol, {}));
    return entries;
}

QList<PaletteEntry> placeEntries(ReportSession& session, const QString& typed, bool isAsked)
{
    QList<PaletteEntry> entries = isAsked ? lineEntries(session, typed) : QList<PaletteEntry>();
    const PlaceRow& place = session.finder().place();
    if (place.place != typed || typed.isEmpty())
        return entries;
    switch (place.state) {
    case PlaceRow::State::Known: return entries + knownPlace(place);
    case PlaceRow::State::NotUnderstood:
        if (isAsked && entries.isEmpty())
            entries.append(unknownPlace(
                typed, EntryWords::tr("This is no address, register, module or function")));
        break;
    case PlaceRow::State::RegisterNotKnown:
        entries.append(unknownPlace(
            typed, EntryWords::tr("The value of this register was not recovered for this frame")));
        break;
    case PlaceRow::State::NotAsked:
    case PlaceRow::State::Asking:
    case PlaceRow::State::NotYet: break;
    }
    return entries;
}

bool looksLikePlace(const QString& text)
{
    static const QRegularExpression kPlace(
        QStringLiteral("^(0x[0-9a-f]+|[0-9a-f]{6,16}|[^ ]+ *[+-] *(0x)?[0-9a-f]+)$"),
        QRegularExpression::CaseInsensitiveOption);
    return text.size() < 200 && kPlace.match(text).hasMatch();
}

} // namespace faultline::ui
