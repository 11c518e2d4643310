// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/insight_text.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"

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

std::string framesWords(const insight::Why& why)
{
    if (why.framesOnStack == 0)
        return {};
    return concat(" ", counted(why.framesOnStack, "frame", "frames"), " of this stack ",
                  why.framesOnStack == 1 ? "needs it." : "need it.");
}

std::string missingWords(const insight::Why& why)
{
    if (why.sourceCount == 0)
        return "Its build is known, but no source of debug files is set up." + framesWords(why);
    return concat("Its build is known, but none of your ",
                  counted(why.sourceCount, "source", "sources"), " has it.", framesWords(why));
}

std::string_view headlineWords(insight::WhyCode code)
{
    switch (code) {
    case insight::WhyCode::Fine: return "% is fully symbolicated";
    case insight::WhyCode::Pending: return "Looking for the debug file of %";
    case insight::WhyCode::Stopped: return "The search for the debug file of % was stopped";
    case insight::WhyCode::Offline: return "% was not looked up: downloads are off";
    case insight::WhyCode::UnknownImage: return "The address lies outside every loaded module";
    case insight::WhyCode::NoId: return "% carries no build identifier";
    case insight::WhyCode::Unused: return "% was not looked up because no frame needed it";
    case insight::WhyCode::NoSources: return "No source is set up for %";
    case insight::WhyCode::NoPermission: return "A server refused access to the file of %";
    case insight::WhyCode::HostBlocked: return "A server with the file of % is not asked for now";
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
    case insight::CauseCode::NearNull:
        return in(cause,
                  concat(accessWord(cause.access), " near null (+", Hex{cause.address}, ")"));
    case insight::CauseCode::GuardPage: return in(cause, "Ran past the end of a buffer");
    case insight::CauseCode::UnloadedModule:
        return concat("Called into unloaded ", escapeControls(cause.text));
    case insight::CauseCode::OutOfMemory: return in(cause, "Out of memory");
    case insight::CauseCode::DamagedFile: return "Damaged file, its exception cannot be read";
    case insight::CauseCode::Snapshot: return "Snapshot, no crash";
    case insight::CauseCode::ReasonAddress:
        return in(cause, concat(escapeControls(cause.text), " at ", Hex{cause.address}));
    case insight::CauseCode::Reason: return in(cause, escapeControls(cause.text));
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

std::string whyExplanation(const insight::Why& why)
{
    switch (why.code) {
    case insight::WhyCode::Fine: return "Its debug file was found and belongs to this build.";
    case insight::WhyCode::Pending:
    case insight::WhyCode::Stopped: return {};
    case insight::WhyCode::Offline:
        return "Offline mode is on, so only local files were looked at.";
    case insight::WhyCode::UnknownImage:
        return "No loaded module covers it: generated code, an unloaded library or a corrupted "
               "stack.";
    case insight::WhyCode::NoId:
        return "Without an identifier no source can be asked. A file you choose by hand cannot be "
               "verified.";
    case insight::WhyCode::Unused: return "No frame lies in it.";
    case insight::WhyCode::NoSources:
    case insight::WhyCode::Missing: return missingWords(why);
    case insight::WhyCode::NoPermission:
    case insight::WhyCode::HostBlocked:
    case insight::WhyCode::FetchFailed:
    case insight::WhyCode::Timeout:
    case insight::WhyCode::MalformedDownload:
    case insight::WhyCode::MalformedUse:
    case insight::WhyCode::Unsupported:
    case insight::WhyCode::CouldNotBeUsed:
    case insight::WhyCode::ScriptMissing:
    case insight::WhyCode::MapMissing:
    case insight::WhyCode::ScriptUnreachable:
    case insight::WhyCode::ScriptNotAllowed:
    case insight::WhyCode::MapDamaged: return escapeControls(why.module->debugDetails);
    case insight::WhyCode::MapNotNamed:
        return "No debug id of it is known, either. It is shown as it runs.";
    case insight::WhyCode::PositionNotMapped:
        return "A tool added the code at this position, or the map is of another build.";
    case insight::WhyCode::IdMismatch:
        return "Files with this name exist, but their identifiers differ from the one in the "
               "report.";
    case insight::WhyCode::CachedMiss:
        return "An earlier look-up did not find it and the answer is still remembered." +
               framesWords(why);
    case insight::WhyCode::WrongBuild:
        return concat("Names and lines may be wrong: ", escapeControls(why.module->wrongBuild),
                      ".");
    case insight::WhyCode::MissingSymbol:
        return "The address lies in a gap between the functions of the debug file.";
    case insight::WhyCode::SymbolTableOnly:
        return "Only its symbol table is in it: names may be wrong, lines are unknown.";
    case insight::WhyCode::NoDebugInfo: return "Neither functions nor lines are in it.";
    case insight::WhyCode::LowTrust:
        return "The value was found by scanning the stack and points into a function, which may be "
               "left over from an earlier call.";
    }
    return {};
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
