// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/insight_text.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/report/candidate_text.h"
#include "core/report/time_text.h"

namespace faultline::report {

namespace {

std::string in(const insight::Cause& cause, const std::string& what)
{
    return cause.function.empty() ? what : concat(what, " in ", escapeControls(cause.function));
}

std::string_view accessWord(insight::CauseAccess access)
{
    switch (access) {
    case insight::CauseAccess::Read: return "Read";
    case insight::CauseAccess::Write: return "Write";
    case insight::CauseAccess::Execute: return "Execute";
    case insight::CauseAccess::Unknown: break;
    }
    return "Access";
}

std::string counted(std::size_t count, std::string_view one, std::string_view many)
{
    return concat(count, " ", count == 1 ? one : many);
}

std::string nameOf(const insight::CauseThread& thread)
{
    if (!thread.name.empty())
        return escapeControls(thread.name);
    return thread.id ? concat("thread ", *thread.id) : concat("thread #", thread.index);
}

/// "main, worker-1 and 3 more".
std::string namesOf(const std::vector<insight::CauseThread>& threads)
{
    constexpr std::size_t kMostNames = 4;
    const auto count = threads.size() > kMostNames ? kMostNames - 1 : threads.size();
    std::string names;
    for (std::size_t i = 0; i < count; ++i)
        names += concat(i == 0 ? "" : i + 1 == threads.size() ? " and " : ", ", nameOf(threads[i]));
    return count == threads.size() ? names
                                   : concat(names, " and ", threads.size() - count, " more");
}

/// One English sentence. %1 stands for the text, %2 for the time and %n for the count.
struct Sentence
{
    std::string_view one;
    std::string_view many = one; ///< For every count but 1.
};

Sentence sentenceOf(insight::WhySentence sentence)
{
    using enum insight::WhySentence;
    switch (sentence) {
    case Quoted: return {"%1"};
    case FoundAndFits: return {"Its debug file was found and belongs to this build."};
    case KnownUntilStopped:
        return {"What was known until then is shown. Resume looks for the rest."};
    case OnlyLocalFiles: return {"Offline mode is on, so only local files were looked at."};
    case NoModuleCovers:
        return {"No loaded module covers it: generated code, an unloaded library or a corrupted "
                "stack."};
    case TextNamesNoModule:
        return {
            "It is shown as the text has it. Without a module there is no file to look for; the "
            "crash file itself tells more."};
    case NothingToAskBy:
        return {"Without an identifier no source can be asked. A file you choose by hand cannot be "
                "verified."};
    case NoFrameInIt: return {"No frame lies in it."};
    case NoSourceSetUp: return {"Its build is known, but no source of debug files is set up."};
    case NoSourceHasIt:
        return {"Its build is known, but your one source does not have it.",
                "Its build is known, but none of your %n sources has it."};
    case NeededByFrames:
        return {"%n frame of this stack needs it.", "%n frames of this stack need it."};
    case AsksForCredentials:
        return {"The server asks for credentials (401), and the source has none that fit."};
    case RefusesCredentials:
        return {"The server knows the request and does not allow it (403). Check the credentials "
                "of the source."};
    case BlockedUntil: return {"Too many downloads from %1 failed, so it is not asked before %2."};
    case RememberedSince: return {"The answer is remembered since %2."};
    case NotFoundAt: return {"A look-up at %2 did not find it, and the answer is remembered."};
    case NotFoundEarlier:
        return {"An earlier look-up did not find it and the answer is still remembered."};
    case OtherIdentifiers:
        return {"Files with this name exist, but their identifiers differ from the one in the "
                "report."};
    case OfAnotherBuild: return {"Names and lines may be wrong: %1."};
    case InAGap: return {"The address lies in a gap between the functions of the debug file."};
    case SymbolTableOnly:
        return {"Only its symbol table is in it: names may be wrong, lines are unknown."};
    case NeitherNamesNorLines: return {"Neither functions nor lines are in it."};
    case FoundByScanning:
        return {
            "The value was found by scanning the stack and points into a function, which may be "
            "left over from an earlier call."};
    case ShownAsItRuns: return {"No debug id of it is known, either. It is shown as it runs."};
    case CodeOfATool: break;
    }
    return {"A tool added the code at this position, or the map is of another build."};
}

std::string_view headlineWords(insight::WhyCode code)
{
    switch (code) {
    case insight::WhyCode::Fine: return "% is fully symbolicated";
    case insight::WhyCode::Pending: return "Looking for the debug file of %…";
    case insight::WhyCode::Stopped: return "You stopped the search for the file of %";
    case insight::WhyCode::Offline: return "% was not looked up: downloads are off";
    case insight::WhyCode::UnknownImage: return "The address lies outside every loaded module";
    case insight::WhyCode::NoModuleNamed: return "The text names no module for this frame";
    case insight::WhyCode::NoId: return "% carries no build identifier";
    case insight::WhyCode::Unused: return "% was not looked up because no frame needed it";
    case insight::WhyCode::NoSources: return "No source is set up for %";
    case insight::WhyCode::NoPermission: return "A server refused access to the file of %";
    case insight::WhyCode::HostBlocked:
        return "A server that may have the file of % is not asked for now";
    case insight::WhyCode::FetchFailed: return "The debug file of % could not be downloaded";
    case insight::WhyCode::Timeout: return "The debug file of % took too long";
    case insight::WhyCode::MalformedDownload: return "The downloaded file of % is damaged";
    case insight::WhyCode::IdMismatch: return "Only a different build of % was found";
    case insight::WhyCode::CachedMiss: return "The debug file of % was not found earlier";
    case insight::WhyCode::Missing: return "No debug file for %";
    case insight::WhyCode::MalformedUse: return "The debug data of % could not be read";
    case insight::WhyCode::Unsupported: return "The debug file of % is of the wrong kind";
    case insight::WhyCode::CouldNotBeUsed: return "The debug file of % could not be used";
    case insight::WhyCode::WrongBuild: return "The debug file of % is of another build";
    case insight::WhyCode::MissingSymbol:
        return "The debug file of % has no entry for this address";
    case insight::WhyCode::SymbolTableOnly:
    case insight::WhyCode::NoDebugInfo:
        return "% was found, but was built without debug information";
    case insight::WhyCode::LowTrust: return "This frame may not be real";
    case insight::WhyCode::MapNotNamed: return "% names no source map";
    case insight::WhyCode::ScriptMissing: return "% was not found";
    case insight::WhyCode::MapMissing: return "The source map of % was not found";
    case insight::WhyCode::ScriptUnreachable: return "A file of % could not be downloaded";
    case insight::WhyCode::ScriptNotAllowed: return "The download of a file of % is not allowed";
    case insight::WhyCode::MapDamaged: return "The source map of % is damaged";
    case insight::WhyCode::PositionNotMapped:
        return "The source map of % has no entry for this position";
    }
    return "";
}

std::string_view remedyPhrase(insight::Remedy remedy)
{
    switch (remedy) {
    case insight::Remedy::LocateFile: return "name the file with --module";
    case insight::Remedy::AddSource: return "add a source with --symbols";
    case insight::Remedy::Retry: return "try again";
    case insight::Remedy::GoOnline: return "go online";
    case insight::Remedy::ShowLog: return "see the log";
    }
    return "";
}

} // namespace

std::string causeWords(const insight::Cause& cause)
{
    switch (cause.code) {
    case insight::CauseCode::Message:
    case insight::CauseCode::ScriptError: return escapeControls(cause.text);
    case insight::CauseCode::UncaughtException: return in(cause, "Uncaught exception");
    case insight::CauseCode::FailedAssertion: return in(cause, "Failed assertion");
    case insight::CauseCode::RustPanic: return in(cause, "Rust panic");
    case insight::CauseCode::GoPanic: return in(cause, "Go panic");
    case insight::CauseCode::GoFatalError: return in(cause, "Fatal error of Go's runtime");
    case insight::CauseCode::Abort: return in(cause, "Abort");
    case insight::CauseCode::StackOverflow:
        return concat(in(cause, "Stack overflow"), " (", counted(cause.count, "frame", "frames"),
                      ")");
    case insight::CauseCode::ImpossibleAddress:
        return in(cause, concat("Access to an impossible address ", Hex{cause.address}));
    case insight::CauseCode::MisalignedAddress:
        return in(cause,
                  concat(accessWord(cause.access), " at misaligned address ", Hex{cause.address}));
    case insight::CauseCode::PrivilegedInstruction:
        return in(cause, concat("Privileged instruction ", escapeControls(cause.text)));
    case insight::CauseCode::NearNull:
        if (insight::isCallOfNull(cause))
            return in(cause, "Called a null pointer");
        return in(cause,
                  concat(accessWord(cause.access), " near null (+", Hex{cause.address}, ")"));
    case insight::CauseCode::GuardPage: return in(cause, "Ran past the end of a buffer");
    case insight::CauseCode::UnloadedModule:
        return concat("Called into unloaded ", escapeControls(cause.text));
    case insight::CauseCode::OutOfMemory: return in(cause, "Out of memory");
    case insight::CauseCode::DamagedFile: return "Damaged file, its exception cannot be read";
    case insight::CauseCode::Deadlock:
        return concat("Deadlock: ", namesOf(cause.threads), " wait for each other");
    case insight::CauseCode::PossibleDeadlock:
        return concat("Possible deadlock: ", namesOf(cause.threads), " may wait for each other");
    case insight::CauseCode::SelfDeadlock:
        return concat("Deadlock: ", namesOf(cause.threads), " waits for a lock that it holds");
    case insight::CauseCode::HeldByGoneThread:
        return concat("Waits for a lock of a thread that has ended: ", namesOf(cause.threads));
    case insight::CauseCode::Snapshot:
        return cause.count > 0 ? "Sampled while it ran, no crash" : "Snapshot, no crash";
    case insight::CauseCode::ReasonAddress:
        return in(cause, concat(escapeControls(cause.text), " at ", Hex{cause.address}));
    case insight::CauseCode::Reason:
        return in(cause,
                  cause.text.empty() ? "Crash of an untold reason" : escapeControls(cause.text));
    case insight::CauseCode::Unknown: break;
    }
    return {};
}

std::string whyHeadline(insight::WhyCode code, std::string_view module)
{
    std::string text(headlineWords(code));
    if (const auto at = text.find('%'); at != std::string::npos)
        text.replace(at, 1, escapeControls(module));
    return text;
}

std::string phraseWords(const insight::WhyPhrase& phrase)
{
    const auto sentence = sentenceOf(phrase.sentence);
    std::string words(phrase.count == 1 ? sentence.one : sentence.many);
    const auto put = [&words](std::string_view mark, const std::string& value) {
        if (const auto at = words.find(mark); at != std::string::npos)
            words.replace(at, mark.size(), value);
    };
    put("%n", concat(phrase.count));
    put("%2", phrase.time ? utcText(*phrase.time) : std::string());
    put("%1", escapeControls(phrase.text)); // Last, because a text may have such marks itself.
    return words;
}

std::string whyExplanation(const insight::Why& why)
{
    std::string words;
    for (auto& phrase : phrasesWithWords(why))
        words += concat(words.empty() ? "" : " ", phraseWords(phrase));
    return words;
}

std::vector<insight::WhyPhrase> phrasesWithWords(const insight::Why& why)
{
    auto phrases = insight::whyPhrases(why);
    for (auto& phrase : phrases) {
        if (phrase.sentence == insight::WhySentence::OfAnotherBuild && why.module->wrongBuild)
            phrase.text = wrongBuildWords(*why.module->wrongBuild);
    }
    return phrases;
}

std::string remedyWords(std::span<const insight::Remedy> remedies)
{
    std::string text;
    for (std::size_t i = 0; i < remedies.size(); ++i) {
        if (i > 0)
            text += i + 1 == remedies.size() ? " or " : ", ";
        text += remedyPhrase(remedies[i]);
    }
    return text;
}

} // namespace faultline::report
