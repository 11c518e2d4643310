#include "core/report/insight_text.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"

namespace faultline {

namespace {

using insight::Cause;
using insight::CauseAccess;
using insight::CauseCode;
using insight::Remedy;
using insight::Why;
using insight::WhyCode;

std::string in(const Cause& cause, std::string what)
{
    return cause.function.empty() ? what : concat(what, " in ", escapeControls(cause.function));
}

std::string_view accessWord(CauseAccess access)
{
    switch (access) {
    case CauseAccess::Read: return "Read";
    case CauseAccess::Write: return "Write";
    case CauseAccess::Execute: return "Execute";
    case CauseAccess::Unknown: break;
    }
    return "Access";
}

std::string counted(std::size_t count, std::string_view one, std::string_view many)
{
    return concat(count, " ", count == 1 ? one : many);
}

std::string framesWords(const Why& why)
{
    if (why.framesOnStack == 0)
        return {};
    return concat(" ", counted(why.framesOnStack, "frame", "frames"),
                  " of this stack ", why.framesOnStack == 1 ? "needs it." : "need it.");
}

std::string missingWords(const Why& why)
{
    if (why.sourceCount == 0)
        return "Its build is known, but no source of debug files is set up." + framesWords(why);
    return concat("Its build is known, but none of your ",
                  counted(why.sourceCount, "source", "sources"), " has it.", framesWords(why));
}

std::string_view headlineWords(WhyCode code)
{
    switch (code) {
    case WhyCode::Fine: return "% is fully symbolicated";
    case WhyCode::Pending: return "Looking for the debug file of %";
    case WhyCode::Offline: return "% was not looked up: downloads are off";
    case WhyCode::UnknownImage: return "The address lies outside every loaded module";
    case WhyCode::NoId: return "% carries no build identifier";
    case WhyCode::Unused: return "% was not looked up because no frame needed it";
    case WhyCode::NoSources: return "No source is set up for %";
    case WhyCode::NoPermission: return "A server refused access to the file of %";
    case WhyCode::FetchFailed: return "The debug file of % could not be downloaded";
    case WhyCode::Timeout: return "The debug file of % took too long";
    case WhyCode::MalformedDownload: return "The downloaded file of % is damaged";
    case WhyCode::IdMismatch: return "Only a different build of % was found";
    case WhyCode::CachedMiss: return "The debug file of % was not found earlier";
    case WhyCode::Missing: return "No debug file for %";
    case WhyCode::MalformedUse: return "The debug data of % could not be read";
    case WhyCode::Unsupported: return "The debug file of % is of the wrong kind";
    case WhyCode::CouldNotBeUsed: return "The debug file of % could not be used";
    case WhyCode::MissingSymbol: return "The debug file of % has no entry for this address";
    case WhyCode::SymbolTableOnly:
    case WhyCode::NoDebugInfo: return "% was found, but was built without debug information";
    case WhyCode::LowTrust: return "This frame may not be real";
    }
    return "";
}

std::string_view remedyPhrase(Remedy remedy)
{
    switch (remedy) {
    case Remedy::LocateFile: return "name the file with --module";
    case Remedy::AddSource: return "add a source with --symbols";
    case Remedy::Retry: return "try again";
    case Remedy::GoOnline: return "go online";
    case Remedy::ShowLog: return "see the log";
    }
    return "";
}

} // namespace

std::string causeWords(const Cause& cause)
{
    switch (cause.code) {
    case CauseCode::Message:
    case CauseCode::ScriptError: return escapeControls(cause.text);
    case CauseCode::StackOverflow:
        return concat(in(cause, "Stack overflow"), " (", counted(cause.count, "frame", "frames"),
                      ")");
    case CauseCode::ImpossibleAddress:
        return in(cause, concat("Access to an impossible address ", Hex{cause.address}));
    case CauseCode::NearNull:
        return in(cause, concat(accessWord(cause.access), " near null (+", Hex{cause.address}, ")"));
    case CauseCode::GuardPage: return in(cause, "Ran past the end of a buffer");
    case CauseCode::UnloadedModule:
        return concat("Called into unloaded ", escapeControls(cause.text));
    case CauseCode::OutOfMemory: return in(cause, "Out of memory");
    case CauseCode::DamagedFile: return "Damaged file, its exception cannot be read";
    case CauseCode::Snapshot: return "Snapshot, no crash";
    case CauseCode::ReasonAddress:
        return in(cause, concat(escapeControls(cause.text), " at ", Hex{cause.address}));
    case CauseCode::Reason: return in(cause, escapeControls(cause.text));
    case CauseCode::Unknown: break;
    }
    return {};
}

std::string whyHeadline(WhyCode code, std::string_view module)
{
    std::string text(headlineWords(code));
    if (const auto at = text.find('%'); at != std::string::npos)
        text.replace(at, 1, escapeControls(module));
    return text;
}

std::string whyExplanation(const Why& why)
{
    switch (why.code) {
    case WhyCode::Fine: return "Its debug file was found and belongs to this build.";
    case WhyCode::Pending: return {};
    case WhyCode::Offline: return "Offline mode is on, so only local files were looked at.";
    case WhyCode::UnknownImage:
        return "No loaded module covers it: generated code, an unloaded library or a corrupted "
               "stack.";
    case WhyCode::NoId:
        return "Without an identifier no source can be asked. A file you choose by hand cannot be "
               "verified.";
    case WhyCode::Unused: return "No frame lies in it.";
    case WhyCode::NoSources:
    case WhyCode::Missing: return missingWords(why);
    case WhyCode::NoPermission:
    case WhyCode::FetchFailed:
    case WhyCode::Timeout:
    case WhyCode::MalformedDownload:
    case WhyCode::MalformedUse:
    case WhyCode::Unsupported:
    case WhyCode::CouldNotBeUsed: return escapeControls(why.module->debugDetails);
    case WhyCode::IdMismatch:
        return "Files with this name exist, but their identifiers differ from the one in the "
               "report.";
    case WhyCode::CachedMiss:
        return "An earlier look-up did not find it and the answer is still remembered." +
               framesWords(why);
    case WhyCode::MissingSymbol:
        return "The address lies in a gap between the functions of the debug file.";
    case WhyCode::SymbolTableOnly:
        return "Only its symbol table is in it: names may be wrong, lines are unknown.";
    case WhyCode::NoDebugInfo: return "Neither functions nor lines are in it.";
    case WhyCode::LowTrust:
        return "The value was found by scanning the stack and points into a function, which may be "
               "left over from an earlier call.";
    }
    return {};
}

std::string remedyWords(std::span<const Remedy> remedies)
{
    std::string text;
    for (std::size_t i = 0; i < remedies.size(); ++i) {
        if (i > 0)
            text += i + 1 == remedies.size() ? " or " : ", ";
        text += remedyPhrase(remedies[i]);
    }
    return text;
}

} // namespace faultline
