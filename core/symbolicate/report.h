#pragma once

#include "core/analysis/crash_analysis.h"
#include "core/formats/event/event.h"
#include "core/formats/object/object.h"
#include "core/unwind/stack_walker.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faultline {

/// One event, one report: what was resolved, and everything that was tried for it. Workbench,
/// command line, server and triage store are renderings of these values. All parts are immutable
/// once published and shared by pointer, so a new state of one module or thread costs only that
/// part.

enum class FrameStatus : std::uint8_t {
    Symbolicated,
    MissingSymbol,
    UnknownImage,
    Missing,
    Malformed
};

/// "symbolicated", "missing_symbol", … (spec/native.md §4).
std::string_view frameStatusName(FrameStatus status);

enum class ObjectFileStatus : std::uint8_t {
    Unused,
    Found,
    Missing,
    Malformed,
    FetchingFailed,
    Timeout,
    Unsupported,
    Other
};

/// "found", "unused", "fetching_failed", …
std::string_view objectFileStatusName(ObjectFileStatus status);

/// One shown frame. An inline expansion gives several that share originalIndex, innermost first;
/// only the last is not inlined.
struct Frame
{
    FrameStatus status = FrameStatus::Missing;
    std::uint32_t originalIndex = 0; ///< Physical frame number within the thread, callee first.
    bool isInlined = false;          ///< Code of this function was inlined into the next row.
    std::uint64_t instructionAddress =
        0; ///< What the API shows: the looked-up address once symbolicated, the raw one before.
    std::uint64_t pc = 0; ///< Exact pc or return address.
    std::uint64_t lookupAddress =
        0; ///< Where code was looked up; 0 for frames that the input brought.
    std::optional<std::uint64_t>
        rowAddress;       ///< Begin of the instructions that share the row's position.
    std::uint64_t sp = 0; ///< 0 for frames that the input brought.
    std::optional<std::uint32_t> module;     ///< Index into Report::modules.
    std::optional<std::uint32_t> relativeTo; ///< addr_mode "rel:N" of the output.
    FrameTrust trust = FrameTrust::None;
    UnwindMethod method = UnwindMethod::Context;
    Language language = Language::Unknown;
    bool namesUnknownLanguage = false; ///< .NET: an unknown language is told as such.
    bool fromSymbolTable = false;      ///< No debug info here: nearest symbol-table entry.
    bool fromWrongBuild = false; ///< Name and line come from a file of another build: a guess.
    std::optional<std::string> package;         ///< The module's code file.
    std::optional<std::string> symbol;          ///< Mangled.
    std::optional<std::string> function;        ///< Demangled.
    std::optional<std::uint64_t> symbolAddress; ///< Entry of the function; outermost row only.
    std::optional<std::string> filename;
    std::optional<std::string> absPath;
    std::optional<std::uint32_t> line; ///< 0 is a known "no line".
    std::uint32_t column = 0;
    std::vector<std::string> preContext;
    std::optional<std::string> contextLine;
    std::vector<std::string> postContext;
    std::optional<std::string> sourceLink;
    std::optional<std::string> platform;
    std::optional<bool> adjust;
    std::optional<std::uint64_t> functionId;
    std::optional<bool> inApp;
    std::string variablesJson;
    std::optional<ReportedSymbol>
        reported;     ///< The crash report's own words, only for frames without symbols.
    std::string note; ///< How it was found, what was rejected; for people.
};

/// A thread's stack as far as it is known.
struct ThreadStack
{
    std::uint32_t thread = 0;  ///< Index into Event::threads.
    std::vector<Frame> frames; ///< Callee first.
    std::vector<RegisterSet>
        registers;         ///< Per physical frame (originalIndex); empty for given frames.
    bool complete = false; ///< The walk has ended and every frame's module is resolved.
    StackEnd end = StackEnd::NotReached;
    std::string endNote;
};

enum class DownloadStatus : std::uint8_t { Ok, Malformed, NoPermission, NotFound, Error };
enum class UseStatus : std::uint8_t { Ok, Malformed, Error };

std::string_view downloadStatusName(DownloadStatus status);
std::string_view useStatusName(UseStatus status);

/// Where the answer for a candidate came from.
enum class AnswerLayer : std::uint8_t {
    None,
    Memory,
    Disk,
    NegativeCache,
    Shared,
    Network,
    FileSystem,
    Skipped
};

std::string_view answerLayerName(AnswerLayer layer);

/// One place where a module's file was looked for (spec/native.md §6.7), with our own trace beside
/// the API's fields.
struct Candidate
{
    std::string source;   ///< Source id.
    std::string location; ///< URI, or "No object files listed on this source".
    DownloadStatus download = DownloadStatus::NotFound;
    std::string downloadDetails; ///< For NoPermission and Error.
    ObjectFeatures features;     ///< For Ok.

    struct Use
    {
        UseStatus status = UseStatus::Ok;
        std::string details; ///< For Error.
    };

    std::optional<Use> unwind;
    std::optional<Use> debug;

    // Ours: never in the compatible part of an answer.
    std::uint32_t sequence = 0; ///< Order of trial within the module.
    std::string fileType;       ///< "elf_debug", …
    AnswerLayer layer = AnswerLayer::None;
    std::optional<std::uint32_t> httpStatus;
    std::uint64_t sizeBytes = 0;
    std::uint32_t durationMs = 0;
    std::string
        identityNote; ///< "wrong build: found debug id …"; empty when it fits or was not compared.
    std::string skipReason; ///< Why a source had no place to look at ("not in folder").
    std::string useNote;    ///< Why a file that was found is used, or not, where ids do not tell.
    DebugId foundDebugId;   ///< For Ok; nil when the file has none.
    CodeId foundCodeId;
};

/// Why a frame of this module is not symbolicated, or what the user can do; the codes of
/// spec/workbench.md §5.
struct ModuleReport
{
    EventModule module;             ///< Sizes back-filled, ids completed from found files.
    std::uint32_t requestIndex = 0; ///< Position in the input.
    ObjectFileStatus debugStatus = ObjectFileStatus::Unused;
    std::optional<ObjectFileStatus> unwindStatus; ///< Minidumps and cores only.
    std::string debugDetails; ///< Error text behind debugStatus; empty when found.
    std::string unwindDetails;
    ObjectFeatures features;
    Arch arch = Arch::Unknown;         ///< Of the debug file used.
    std::vector<Candidate> candidates; ///< Sorted by (source, location).
    std::uint32_t frameCount = 0;      ///< Physical frames that lie in it.
    std::string wrongBuild; ///< What tells that its symbols are of another build; empty if nothing.
    bool pending = false;   ///< Still being looked up.
    std::vector<std::string> notes; ///< "2 of 310 units could not be read", …
};

/// The whole state at one moment.
struct Report
{
    EventPtr event;
    std::vector<std::shared_ptr<const ThreadStack>>
        stacks; ///< Same order as Event::threads; null where nothing is known yet.
    std::vector<std::shared_ptr<const ModuleReport>> modules; ///< Same order as Event::modules.
    std::vector<Diagnostic> diagnostics;           ///< Of the symbolication; the event has its own.
    std::shared_ptr<const CrashAnalysis> analysis; ///< Null without an exception's registers.
    std::optional<std::string>
        crashedFunction; ///< Of the requesting thread's first frame; absent where that has no name,
                         ///< unless it lies in no module, as after a jump to nowhere.
    bool complete = false;
};

using ReportPtr = std::shared_ptr<const Report>;

} // namespace faultline
