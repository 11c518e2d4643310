#pragma once

#include "core/base/arch.h"
#include "core/base/debug_id.h"
#include "core/model/diagnostic.h"
#include "core/model/given_frame.h"
#include "core/model/memory.h"
#include "core/model/module.h"
#include "core/model/registers.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faultline {

/// What a crash file says, whatever its format; a format's quirks end in its reader. Immutable once
/// read.

enum class EventKind : std::uint8_t {
    Minidump,
    CoreFile,
    AppleText,
    AppleIps,
    NativeJson,
    JavaScript,
    Jvm
};

enum class OsFamily : std::uint8_t {
    Unknown,
    Windows,
    MacOs,
    Ios,
    Linux,
    Android,
    Solaris,
    Ps3,
    NaCl,
    Fuchsia
};

struct SystemInfo
{
    OsFamily os = OsFamily::Unknown;
    std::string osName; ///< As Symbolicator prints it ("Linux", "macOS", ""); spec/stackwalk.md §6.
    std::string osVersion;
    std::string osBuild;
    std::string osLongName; ///< As rust-minidump prints it ("Windows NT", "Mac OS X").
    Arch arch = Arch::Unknown;
    std::string cpuName; ///< rust-minidump's cpu_arch ("amd64").
    std::string cpuInfo; ///< "GenuineIntel family 6 model 85 stepping 7"; may be empty.
    std::uint32_t cpuCount = 0;
    std::optional<std::uint64_t> microcode;
    std::string deviceModel;
};

struct EventThread
{
    std::optional<std::uint64_t> id;
    std::optional<std::string> name;
    std::string queue; ///< Dispatch queue of an Apple report; empty when none.
    std::optional<bool>
        isRequesting;     ///< Absent when the input does not say which thread asked for the report.
    bool skipped = false; ///< The dump writer's own thread: listed, not walked.
    std::optional<RegisterSet>
        registers; ///< Start of the walk: the exception's context for the requesting thread.
    std::vector<std::pair<std::string, std::uint64_t>>
        extraRegisters;         ///< Flags, segments, debug registers, for display.
    std::string contextProblem; ///< Why there are no registers; empty when there are.
    std::uint64_t stackBegin =
        0; ///< The thread's own stack memory, [begin, end); equal when the file has none.
    std::uint64_t stackEnd = 0;
    std::optional<std::uint64_t> teb;
    std::optional<std::uint32_t> lastError;
    std::string lastErrorName;
    std::uint32_t suspendCount = 0;
    std::uint32_t priority = 0;
    std::optional<std::uint64_t> createTime; ///< FILETIME, 100 ns since 1601.
    std::optional<std::uint64_t> kernelTime; ///< 100 ns.
    std::optional<std::uint64_t> userTime;   ///< 100 ns.
    std::optional<std::uint64_t> startAddress;

    struct Prewalked
    {
        std::uint64_t address = 0;
        std::string symbol;
    };

    std::vector<Prewalked> prewalked; ///< Stream 0x53790001: replaces the walk when not empty.
    std::optional<std::vector<GivenFrame>> givenFrames; ///< Present: this thread is not walked.
    std::vector<std::pair<std::string, std::uint64_t>>
        givenRegisters; ///< Of the top frame, as the input names them.
};

/// Why the process ended, typed values beside the text.
struct CrashInfo
{
    bool present = false;      ///< The file has an exception record.
    bool isUnreadable = false; ///< The file lists an exception record that could not be read.
    bool isSimulated = false;  ///< A dump that was asked for (DumpWithoutCrash, DUMP_REQUESTED).
    std::string reason;        ///< rust-minidump's text ("SIGSEGV / SEGV_MAPERR").
    std::uint64_t address =
        0; ///< Faulting address where the reason has one (spec/stackwalk.md §7.1).
    bool addressKnown = true;        ///< False where the file does not say it, and for a sent signal.
    std::uint32_t code = 0;          ///< Signal, NTSTATUS or Mach exception, by OS.
    std::uint32_t flags = 0;         ///< si_code, exception flags or Mach code.
    std::uint64_t recordAddress = 0; ///< exception_address as stored.
    std::vector<std::uint64_t> parameters;
    std::optional<std::uint64_t> threadId;
    std::string assertion; ///< Assertion or abort message; empty when none.
    std::string details;   ///< What else an Apple report says about the cause; may have lines.
};

struct Annotation
{
    enum class Origin : std::uint8_t {
        CrashpadSimple,
        CrashpadList,
        CrashpadObject,
        Breakpad,
        AppleCrashInfo,
        MozillaSoftError,
        Other
    };
    Origin origin = Origin::Other;
    std::string key;
    std::string value;
    std::optional<std::uint32_t> module; ///< Index into Event::modules.
};

struct MemoryRegion
{
    std::uint64_t address = 0;
    std::uint64_t sizeBytes = 0;
    bool readable = false;
    bool writable = false;
    bool executable = false;
    bool guard = false;
    bool free = false;
    std::string kind;  ///< "private", "mapped", "image", "stack", …; empty when unknown.
    std::string owner; ///< File or label; empty when unknown.
};

struct StreamInfo
{
    std::uint32_t id = 0;
    std::string name; ///< "ThreadList"; empty when unknown.
    std::string
        vendor; ///< "Official", "Google Extension", "Mozilla Extension", "Unknown Extension".
    std::uint64_t offset = 0;
    std::uint64_t sizeBytes = 0;
    enum class Status : std::uint8_t {
        Parsed,
        NotParsed,
        Damaged,
        Duplicate
    } status = Status::NotParsed;
    ByteView bytes;
};

struct Handle
{
    std::uint64_t value = 0;
    std::string type;
    std::string name;
    std::uint32_t attributes = 0;
    std::uint32_t access = 0;
    std::uint32_t count = 0;
};

/// A line of /proc/pid/limits; "unlimited" stays a word.
struct ProcessLimit
{
    std::string name;
    std::string soft;
    std::string hard;
    std::string unit; ///< "n/a" when the line has none.
};

/// What a library left in its __crash_info section before the crash (Apple systems).
struct AppleCrashMessage
{
    std::optional<std::uint64_t> thread;
    std::optional<std::uint64_t> dialogMode;
    std::optional<std::uint64_t> abortCause;
    std::string module; ///< Path; the messages may be empty.
    std::string message;
    std::string signature;
    std::string backtrace;
    std::string message2;
};

struct ProcessInfo
{
    std::optional<std::uint32_t> id;
    std::optional<std::int64_t> createTime; ///< Unix seconds.
    std::optional<std::uint64_t> uptimeSeconds;
    std::string name;
    std::vector<std::string> arguments;
    std::vector<std::pair<std::string, std::string>> environment; ///< Sensitive.
    std::vector<ProcessLimit> limits;
    std::optional<std::string> bootArguments; ///< Of the Mac's kernel.
};

struct Event
{
    EventKind kind = EventKind::Minidump;
    std::optional<std::int64_t> timestamp; ///< Unix seconds.
    SystemInfo system;
    CrashInfo crash;
    ProcessInfo process;
    std::vector<EventThread> threads;              ///< In file order.
    std::optional<std::uint32_t> requestingThread; ///< Index into threads.
    std::vector<EventModule> modules;              ///< In file order; the first is the main module.
    std::vector<UnloadedModule> unloadedModules;
    std::shared_ptr<const MemoryImage> memory;   ///< Never null.
    std::vector<MemoryRegion> memoryMap;         ///< Sorted by address.
    std::optional<std::uint32_t> memoryMapCount; ///< Entries of /proc/pid/maps.
    std::uint64_t addressMask = 0; ///< Crashpad's pointer-authentication mask; 0: not given.
    std::vector<Annotation> annotations;
    std::optional<std::vector<AppleCrashMessage>>
        appleCrashMessages; ///< Also among the annotations.
    std::vector<StreamInfo> streams;
    std::vector<Handle> handles;
    std::map<std::string, std::string> lsbRelease; ///< id, release, codename, description.
    std::vector<std::pair<std::string, std::string>>
        details; ///< Further facts for the details pane, in order.
    std::vector<Diagnostic> diagnostics;
    std::optional<std::uint32_t> signal; ///< Native JSON only: echoed, and used by the rule for
                                         ///< frame 0 (spec/native.md §7.3).
    std::optional<std::string> platform; ///< Native JSON only.
};

using EventPtr = std::shared_ptr<const Event>;

} // namespace faultline
