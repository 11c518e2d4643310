// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/why.h"

#include "core/engine/insight.h"
#include "core/engine/report_text.h"
#include "ui/bridge/lookup_words.h"
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
        case insight::WhyCode::NoModuleNamed: return tr("The text names no module for this frame");
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

    /// %1 in the texts is a text of the report, %2 a time.
    static QString sentence(const insight::WhyPhrase& phrase)
    {
        using enum insight::WhySentence;
        const int count = int(phrase.count);
        switch (phrase.sentence) {
        case Quoted: return QStringLiteral("%1");
        case FoundAndFits: return tr("Its debug file was found and belongs to this build.");
        case KnownUntilStopped:
            return tr("What was known until then is shown. Resume looks for the rest.");
        case OnlyLocalFiles: return tr("Offline mode is on, so only local files were looked at.");
        case NoModuleCovers:
            return tr("No loaded module covers it: generated code, an unloaded library or a "
                      "corrupted stack.");
        case TextNamesNoModule:
            return tr("It is shown as the text has it. Without a module there is no file to look "
                      "for; the crash file itself tells more.");
        case NothingToAskBy:
            return tr("Without an identifier no source can be asked. A file you choose by hand "
                      "cannot be verified.");
        case NoFrameInIt: return tr("No frame lies in it.");
        case NoSourceSetUp:
            return tr("Its build is known, but no source of debug files is set up.");
        case NoSourceHasIt:
            return tr("Its build is known, but none of your %n source(s) has it.", nullptr, count);
        case NeededByFrames: return tr("%n frame(s) of this stack need it.", nullptr, count);
        case AsksForCredentials:
            return tr("The server asks for credentials (401), and the source has none that fit.");
        case RefusesCredentials:
            return tr("The server knows the request and does not allow it (403). Check the "
                      "credentials of the source.");
        case BlockedUntil:
            //: %1 are servers, %2 is a time
            return tr("Too many downloads from %1 failed, so it is not asked before %2.");
        case RememberedSince:
            //: %2 is a time
            return tr("The answer is remembered since %2.");
        case NotFoundAt:
            //: %2 is a time
            return tr("A look-up at %2 did not find it, and the answer is remembered.");
        case NotFoundEarlier:
            return tr("An earlier look-up did not find it and the answer is still remembered.");
        case OtherIdentifiers:
            return tr("Files with this name exist, but their identifiers differ from the one in "
                      "the report.");
        case OfAnotherBuild: return tr("Names and lines may be wrong: %1.");
        case InAGap:
            return tr("The address lies in a gap between the functions of the debug file.");
        case SymbolTableOnly:
            return tr("Only its symbol table is in it: names may be wrong, lines are unknown.");
        case NeitherNamesNorLines: return tr("Neither functions nor lines are in it.");
        case FoundByScanning:
            return tr("The value was found by scanning the stack and points into a function, which "
                      "may be left over from an earlier call.");
        case ShownAsItRuns:
            return tr("No debug id of it is known, either. It is shown as it runs.");
        case CodeOfATool: break;
        }
        return tr("A tool added the code at this position, or the map is of another build.");
    }

    /// Today's times are told without the date.
    static QString moment(std::int64_t unixSeconds)
    {
        const QDateTime time = QDateTime::fromSecsSinceEpoch(unixSeconds);
        return time.date() == QDate::currentDate()
                   ? QLocale().toString(time.time(), QLocale::ShortFormat)
                   : QLocale().toString(time, QLocale::ShortFormat);
    }

    static QString words(const insight::WhyPhrase& phrase)
    {
        QString text = sentence(phrase);
        if (phrase.time)
            text.replace(QStringLiteral("%2"), moment(*phrase.time));
        return text.replace(QStringLiteral("%1"), toQString(phrase.text));
    }

    static QString explanation(const insight::Why& why)
    {
        QStringList texts;
        for (const insight::WhyPhrase& phrase : report::phrasesWithWords(why))
            texts.append(words(phrase));
        return texts.join(u' ');
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

/// Names the module, its identifiers, and where its file was or is looked for.
void describeModule(WhyReport& why,
                    const ReportState& state,
                    std::uint32_t module,
                    const TransferStates* transfers)
{
    const ModuleReport* report = state.module(module);
    why.moduleName = moduleName(state.event->modules[module]);
    why.moduleIndex = int(module);
    Words::addIdentifiers(why, report ? report->module : state.event->modules[module]);
    why.candidates = makeCandidateRows(state, module, transfers);
}

/// While someone may still have the file, only that is said.
void sayWhatIsDone(WhyReport& why, const LookupWords& words)
{
    why.isPending = true;
    why.headline = words.headline;
    why.explanation = words.explanation;
}

/// The run ended before the module's turn.
void sayNothingWasDone(WhyReport& why, const ReportState& state)
{
    why.mood = WhyReport::Mood::Lacking;
    why.headline = withName(Words::headline(state.isStopped ? WhyCode::Stopped : WhyCode::Unused),
                            why.moduleName);
    why.explanation = toQString(state.failure);
    if (!state.isStopped) {
        why.actions = {WhyReport::Action::Retry};
        return;
    }
    why.code = toQString(insight::whyCodeName(WhyCode::Stopped));
    why.explanation = Words::tr("What was known until then is shown. Resume looks for the rest.");
    why.actions = {WhyReport::Action::Retry, WhyReport::Action::LocateFile};
}

/// The frame lies in no module, and nothing is wrong with it.
void sayAsReported(WhyReport& why, const Event& event, const Frame& frame)
{
    why.headline = Words::tr("This frame is shown as the report names it");
    if (frame.asJvm())
        why.explanation = Words::tr("The report names no mapping for it.");
    else if (event.kind == EventKind::NativeText)
        why.explanation = Words::tr("The text gives its function and line.");
    else if (frame.isNative())
        why.explanation = Words::tr("It lies in no module, so there is no debug file for it.");
    else
        why.explanation = Words::tr("The report names no script for it.");
}

WhyReport worded(const ReportState& state,
                 std::optional<std::uint32_t> module,
                 const insight::Why& found,
                 const TransferStates* transfers)
{
    WhyReport why;
    const bool isModule = module && *module < state.event->modules.size();
    if (isModule)
        describeModule(why, state, *module, transfers);
    if (isModule && state.isLookingFor(*module)) {
        sayWhatIsDone(why, lookupWords(state, *module, transfers));
        return why;
    }
    if (isModule && !found.module) {
        sayNothingWasDone(why, state);
        return why;
    }
    const bool isLacking =
        found.code != insight::WhyCode::Fine && found.code != insight::WhyCode::Pending;
    if (!isLacking && !found.module) {
        if (found.frame)
            sayAsReported(why, *state.event, *found.frame);
        return why;
    }
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

QString whyHeadline(insight::WhyCode code, const QString& module)
{
    return withName(Words::headline(code), module);
}

QString whySentence(const insight::WhyPhrase& phrase)
{
    return Words::words(phrase);
}

WhyReport explainFrame(const ReportState& state,
                       std::uint32_t thread,
                       const Frame& frame,
                       const WhyContext& context)
{
    const auto why = insight::whyFrame(state, thread, frame,
                                       {.sourceCount = std::size_t(context.sourceCount),
                                        .isOffline = state.isOffline,
                                        .isStopped = state.isStopped,
                                        .framesOnStack = context.framesOnStack});
    return worded(state, frame.module, why, context.transfers);
}

WhyReport explainModule(const ReportState& state, std::uint32_t module, const WhyContext& context)
{
    return worded(state, module,
                  insight::whyModule(state, module,
                                     {.sourceCount = std::size_t(context.sourceCount),
                                      .isOffline = state.isOffline,
                                      .isStopped = state.isStopped,
                                      .framesOnStack = std::nullopt}),
                  context.transfers);
}

} // namespace faultline::ui
