// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/model/memory.h"
#include "core/model/module.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline {

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

enum class HandleObjectKind : std::uint8_t { Other, Mutex, Thread, Process, Event, Semaphore };

/// "other", "mutex", …
std::string_view handleObjectKindName(HandleObjectKind kind);

/// What the writer of a dump asked Windows about the object of a handle.
struct HandleObject
{
    HandleObjectKind kind = HandleObjectKind::Other;
    /// Of a mutex: 1 while nobody holds it. Of a semaphore: how many may still pass. Of an event: 1
    /// while it is set.
    std::optional<std::int32_t> count;
    std::optional<std::uint64_t> processId; ///< The process, or that of the thread or holder.
    std::optional<std::uint64_t> threadId;  ///< The thread, or the holder of a mutex.
};

struct Handle
{
    std::uint64_t value = 0;
    std::string type;
    std::string name;
    std::uint32_t attributes = 0;
    std::uint32_t access = 0;
    std::uint32_t count = 0;
    std::optional<HandleObject> object; ///< Absent when the file says nothing of it.
};

/// A line of /proc/pid/limits. "unlimited" is kept as a word.
struct ProcessLimit
{
    std::string name;
    std::string soft;
    std::string hard;
    std::string unit; ///< "n/a" when the line has no unit.
};

/// A message that a library left in its __crash_info section before the crash (Apple systems).
struct AppleCrashMessage
{
    std::optional<std::uint64_t> thread;
    std::optional<std::uint64_t> dialogMode;
    std::optional<std::uint64_t> abortCause;
    std::string module; ///< The module's path. The messages may be empty.
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
    std::vector<std::pair<std::string, std::string>> environment; ///< Sensitive data.
    std::vector<ProcessLimit> limits;
    std::optional<std::string> bootArguments; ///< Boot arguments of the Mac's kernel.
};

/// Fields that only crashes of machine code have.
struct NativeEvent
{
    ProcessInfo process;
    std::vector<UnloadedModule> unloadedModules;
    std::shared_ptr<const MemoryImage> memory;   ///< Never null once read.
    std::vector<MemoryRegion> memoryMap;         ///< Sorted by address.
    std::optional<std::uint32_t> memoryMapCount; ///< Entries of /proc/pid/maps.
    std::uint64_t addressMask = 0; ///< Crashpad's pointer-authentication mask; 0 when not given.
    /// The annotations contain them too.
    std::optional<std::vector<AppleCrashMessage>> appleCrashMessages;
    std::vector<StreamInfo> streams;
    std::vector<Handle> handles;
    std::map<std::string, std::string> lsbRelease; ///< id, release, codename, description.
    /// Native JSON only. It is echoed, and the rule for frame 0 uses it (docs/spec/native.md §7.3).
    std::optional<std::uint32_t> signal;
    std::optional<std::uint64_t> entryPoint;     ///< AT_ENTRY: where the program's start code is.
    std::optional<std::uint64_t> programHeaders; ///< AT_PHDR, in the program's image.
};

} // namespace faultline
