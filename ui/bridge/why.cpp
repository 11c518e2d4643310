// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/why.h"

#include "core/engine/insight.h"
#include "ui/bridge/module_rows.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace faultline::ui {

namespace {

using insight::WhyCode;

/// Holds the texts of the translation context "Why".
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Why)

public:
    /// %1 in the texts is the module.
    static QString headline(insight::WhyCode code)
    {
        switch (code) {
        case insight::WhyCode::Fine: return tr("%1 is fully symbolicated");
        case insight::WhyCode::Pending: return tr("Looking for the debug file of %1…");
        case insight::WhyCode::Stopped: return tr("You stopped the search for the file of %1");
        case insight::WhyCode::Offline: return tr("%1 was not looked up: downloads are off");
        case insight::WhyCode::UnknownImage:
            return tr("The address lies outside every loaded module");
        case insight::WhyCode::NoId: return tr("%1 carries no build identifier");
        case insight::WhyCode::Unused: return tr("%1 was not looked up because no frame needed it");
        case insight::WhyCode::NoSources: return tr("No source is set up for %1");
        case insight::WhyCode::NoPermission: return tr("A server refused access to the file of %1");
        case insight::WhyCode::HostBlocked:
            return tr("A server that may have the file of %1 is not asked for now");
        case insight::WhyCode::FetchFailed:
            return tr("The debug file of %1 could not be downloaded");
        case insight::WhyCode::Timeout: return tr("The debug file of %1 took too long");
        case insight::WhyCode::MalformedDownload: return tr("The downloaded file of %1 is damaged");
        case insight::WhyCode::IdMismatch: return tr("Only a different build of %1 was found");
        case insight::WhyCode::CachedMiss: return tr("The debug file of %1 was not found earlier");
        case insight::WhyCode::Missing: return tr("No debug file for %1");
        case insight::WhyCode::MalformedUse: return tr("The debug data of %1 could not be read");
        case insight::WhyCode::Unsupported: return tr("The debug file of %1 is of the wrong kind");
        case insight::WhyCode::CouldNotBeUsed: return tr("The debug file of %1 could not be used");
        case insight::WhyCode::WrongBuild: return tr("The debug file of %1 is of another build");
        case insight::WhyCode::MissingSymbol:
            return tr("The debug file of %1 has no entry for this address");
        case insight::WhyCode::SymbolTableOnly:
        case insight::WhyCode::NoDebugInfo:
            return tr("%1 was found, but was built without debug information");
        case insight::WhyCode::LowTrust: return tr("This frame may not be real");
        case insight::WhyCode::MapNotNamed: return tr("%1 names no source map");
        case insight::WhyCode::ScriptMissing: return tr("%1 was not found");
        case insight::WhyCode::MapMissing: return tr("The source map of %1 was not found");
        case insight::WhyCode::ScriptUnreachable: return tr("A file of %1 could not be downloaded");
        case insight::WhyCode::ScriptNotAllowed:
            return tr("The download of a file of %1 is not allowed");
        case insight::WhyCode::MapDamaged: return tr("The source map of %1 is damaged");
        case insight::WhyCode::PositionNotMapped:
            return tr("The source map of %1 has no entry for this position");
        }
        return {};
    }

    static QString frames(const insight::Why& why)
    {
        return why.framesOnStack == 0 ? QString()
                                      : u' ' + tr("%n frame(s) of this stack need it.", nullptr,
                                                  int(why.framesOnStack));
    }

    static QString missing(const insight::Why& why)
    {
        if (why.sourceCount == 0)
            return tr("Its build is known, but no source of debug files is set up.") + frames(why);
        return tr("Its build is known, but none of your %n source(s) has it.", nullptr,
                  int(why.sourceCount)) +
               frames(why);
    }

    static QString wrongBuild(const insight::Why& why)
    {
        return tr("Its names and lines are guesses, and the walk does not use it (%1).")
            .arg(toQString(why.module->wrongBuild));
    }

    /// Tells how the server refused: 401 asks for credentials, 403 knows them and says no.
    static QString refused(const insight::Why& why)
    {
        const auto has = [&why](std::uint32_t status) {
            return std::ranges::any_of(why.module->candidates, [status](const Candidate& each) {
                return each.httpStatus == status;
            });
        };
        QString text;
        if (has(401))
            text = tr("The server asks for credentials (401), and the source has none that fit.");
        else if (has(403))
            text = tr("The server knows the request and does not allow it (403). Check the "
                      "credentials of the source.");
        const QString details = toQString(why.module->debugDetails);
        return text.isEmpty() || details.isEmpty() ? text + details : text + u' ' + details;
    }

    /// The earliest time at which one of the failures that are only remembered happened.
    static std::optional<std::int64_t> rememberedSince(const insight::Why& why)
    {
        std::optional<std::int64_t> since;
        for (const Candidate& each : why.module->candidates) {
            if (each.failedAt && each.layer == AnswerLayer::NegativeCache &&
                !each.location.starts_with("file:"))
                since = std::min(since.value_or(*each.failedAt), *each.failedAt);
        }
        return since;
    }

    /// Today's times are told without the date.
    static QString moment(std::int64_t unixSeconds)
    {
        const QDateTime time = QDateTime::fromSecsSinceEpoch(unixSeconds);
        return time.date() == QDate::currentDate()
                   ? QLocale().toString(time.time(), QLocale::ShortFormat)
                   : QLocale().toString(time, QLocale::ShortFormat);
    }

    static QString remembered(const insight::Why& why)
    {
        const auto since = rememberedSince(why);
        if (!since)
            return {};
        //: %1 is a time
        return tr("The answer is remembered since %1. Retry asks again.").arg(moment(*since));
    }

    static QString blocked(const insight::Why& why)
    {
        QStringList servers;
        std::int64_t until = 0;
        for (const Candidate& each : why.module->candidates) {
            if (!each.blockedUntil)
                continue;
            until = std::max(until, *each.blockedUntil);
            if (const QString name = toQString(each.source); !servers.contains(name))
                servers.append(name);
        }
        //: %1 are servers, %2 is a time
        return tr("Too many downloads from %1 failed, so it is not asked before %2.")
            .arg(servers.join(QStringLiteral(", ")), moment(until));
    }

    /// What failed, and since when that is remembered.
    static QString failure(const insight::Why& why, const QString& text)
    {
        return QStringList({text, remembered(why)}).join(u' ').trimmed();
    }

    static QString cachedMiss(const insight::Why& why)
    {
        const auto since = rememberedSince(why);
        const QString when = since ? tr("A look-up at %1 did not find it, and the answer is "
                                        "remembered. Retry asks again.")
                                         .arg(moment(*since))
                                   : tr("An earlier look-up did not find it and the answer is "
                                        "still remembered. Retry asks again.");
        return when + frames(why);
    }

    static QString lowTrust(const insight::Why& why)
    {
        const QString note = toQString(why.frame->note);
        const QString text = tr("The value was found by scanning the stack and points into a "
                                "function, which may be left over from an earlier call.");
        return note.isEmpty() ? text : text + u' ' + note;
    }

    static QString explanation(const insight::Why& why)
    {
        switch (why.code) {
        case insight::WhyCode::Fine:
            return why.module ? tr("Its debug file was found and belongs to this build.")
                              : QString();
        case insight::WhyCode::Pending: return {};
        case insight::WhyCode::Stopped:
            return tr("What was known until then is shown. Resume looks for the rest.");
        case insight::WhyCode::Offline:
            return tr("Offline mode is on, so only local files were looked at.");
        case insight::WhyCode::UnknownImage:
            return tr("No loaded module covers it: generated code, an unloaded library or a "
                      "corrupted stack.");
        case insight::WhyCode::NoId:
            return tr("Without an identifier no source can be asked. A file you choose by hand "
                      "cannot be verified.");
        case insight::WhyCode::Unused: return tr("No frame lies in it.");
        case insight::WhyCode::NoSources:
        case insight::WhyCode::Missing: return missing(why);
        case insight::WhyCode::NoPermission: return failure(why, refused(why));
        case insight::WhyCode::HostBlocked: return blocked(why);
        case insight::WhyCode::FetchFailed:
        case insight::WhyCode::Timeout:
        case insight::WhyCode::MalformedDownload:
        case insight::WhyCode::MalformedUse:
        case insight::WhyCode::Unsupported:
        case insight::WhyCode::CouldNotBeUsed:
            return failure(why, toQString(why.module->debugDetails));
        case insight::WhyCode::ScriptMissing:
        case insight::WhyCode::MapMissing:
        case insight::WhyCode::ScriptUnreachable:
        case insight::WhyCode::ScriptNotAllowed:
        case insight::WhyCode::MapDamaged: return toQString(why.module->debugDetails);
        case insight::WhyCode::MapNotNamed:
            return tr("No debug id of it is known, either. It is shown as it runs.");
        case insight::WhyCode::PositionNotMapped:
            return tr("A tool added the code at this position, or the map is of another build.");
        case insight::WhyCode::IdMismatch:
            return tr("Files with this name exist, but their identifiers differ from the one in "
                      "the report.");
        case insight::WhyCode::CachedMiss: return cachedMiss(why);
        case insight::WhyCode::WrongBuild: return wrongBuild(why);
        case insight::WhyCode::MissingSymbol:
            return tr("The address lies in a gap between the functions of the debug file.");
        case insight::WhyCode::SymbolTableOnly:
            return tr("Only its symbol table is in it: names may be wrong, lines are unknown.");
        case insight::WhyCode::NoDebugInfo: return tr("Neither functions nor lines are in it.");
        case insight::WhyCode::LowTrust: return lowTrust(why);
        }
        return {};
    }

    static void addIdentifiers(WhyReport& why, const EventModule& module)
    {
        if (module.debugId && !module.debugId->isNil())
            why.identifiers.append({.name = tr("Debug id"),
                                    .value = toQString(module.debugId->canonical()),
                                    .isFixed = true});
        if (module.codeId && !module.codeId->empty())
            why.identifiers.append({.name = tr("Code id"),
                                    .value = toQString(module.codeId->text()),
                                    .isFixed = true});
        if (module.codeFile)
            why.identifiers.append(
                {.name = tr("File"), .value = toQString(*module.codeFile), .isFixed = true});
    }
};

WhyReport::Action actionOf(insight::Remedy remedy)
{
    switch (remedy) {
    case insight::Remedy::LocateFile: return WhyReport::Action::LocateFile;
    case insight::Remedy::AddSource: return WhyReport::Action::AddSource;
    case insight::Remedy::Retry: return WhyReport::Action::Retry;
    case insight::Remedy::GoOnline: return WhyReport::Action::GoOnline;
    case insight::Remedy::ShowLog: break;
    }
    return WhyReport::Action::ShowLog;
}

QString withName(const QString& headline, const QString& module)
{
    return headline.contains(QStringLiteral("%1")) ? headline.arg(module) : headline;
}

WhyReport
worded(const ReportState& state, std::optional<std::uint32_t> module, const insight::Why& found)
{
    WhyReport why;
    if (module && *module < state.event->modules.size()) {
        why.moduleName = moduleName(state.event->modules[*module]);
        why.moduleIndex = int(*module);
        Words::addIdentifiers(why,
                              found.module ? found.module->module : state.event->modules[*module]);
        if (found.module)
            why.candidates = makeCandidateRows(*found.module);
    }
    // A module has no report before its look-up has ended.
    if (module && !found.module && !state.complete) {
        why.isPending = true;
        why.headline = withName(Words::headline(WhyCode::Pending), why.moduleName);
        return why;
    }
    const bool isLacking =
        found.code != insight::WhyCode::Fine && found.code != insight::WhyCode::Pending;
    why.isPending = found.code == insight::WhyCode::Pending;
    if (!isLacking && !found.module)
        return why;
    why.mood = isLacking ? WhyReport::Mood::Lacking : WhyReport::Mood::Fine;
    why.code = toQString(insight::whyCodeName(found.code));
    why.headline = withName(Words::headline(found.code), why.moduleName);
    why.explanation = Words::explanation(found);
    for (const insight::WhyCode also : found.also)
        why.also.append(withName(Words::headline(also), why.moduleName));
    for (const insight::Remedy remedy : found.remedies)
        why.actions.append(actionOf(remedy));
    return why;
}

} // namespace

WhyReport explainFrame(const ReportState& state,
                       std::uint32_t thread,
                       const Frame& frame,
                       const FrameSetting& setting)
{
    const auto why = insight::whyFrame(state, thread, frame,
                                       {.sourceCount = std::size_t(setting.sourceCount),
                                        .isOffline = state.isOffline,
                                        .isStopped = state.isStopped,
                                        .framesOnStack = setting.framesOnStack});
    return worded(state, frame.module, why);
}

WhyReport explainModule(const ReportState& state, std::uint32_t module, int sourceCount)
{
    return worded(state, module,
                  insight::whyModule(state, module,
                                     {.sourceCount = std::size_t(sourceCount),
                                      .isOffline = state.isOffline,
                                      .isStopped = state.isStopped,
                                      .framesOnStack = std::nullopt}));
}

} // namespace faultline::ui
