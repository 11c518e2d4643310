// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/mac_limits.h"

#include "core/base/hex.h"
#include "core/base/result.h"

#include <array>

namespace faultline::minidump {

namespace {

enum ResourceType : std::uint32_t { kCpu = 1, kWakeups, kMemory, kIo, kThreads };

enum GuardType : std::uint32_t {
    kNone = 0,
    kMachPort,
    kFileDescriptor,
    kUser,
    kVnode,
    kVirtualMemory,
    kRejectedSyscall
};

constexpr auto kResourceTypes = std::to_array<crash::CodeName>({
    {kCpu, "RESOURCE_TYPE_CPU"},
    {kWakeups, "RESOURCE_TYPE_WAKEUPS"},
    {kMemory, "RESOURCE_TYPE_MEMORY"},
    {kIo, "RESOURCE_TYPE_IO"},
    {kThreads, "RESOURCE_TYPE_THREADS"},
});

constexpr auto kCpuFlavors =
    std::to_array<crash::CodeName>({{1, "FLAVOR_CPU_MONITOR"}, {2, "FLAVOR_CPU_MONITOR_FATAL"}});
constexpr auto kWakeupsFlavors = std::to_array<crash::CodeName>({{1, "FLAVOR_WAKEUPS_MONITOR"}});
constexpr auto kMemoryFlavors = std::to_array<crash::CodeName>({{1, "FLAVOR_HIGH_WATERMARK"}});
constexpr auto kIoFlavors = std::to_array<crash::CodeName>(
    {{1, "FLAVOR_IO_PHYSICAL_WRITES"}, {2, "FLAVOR_IO_LOGICAL_WRITES"}});
constexpr auto kThreadsFlavors =
    std::to_array<crash::CodeName>({{1, "FLAVOR_THREADS_HIGH_WATERMARK"}});

constexpr auto kGuardTypes = std::to_array<crash::CodeName>({
    {kNone, "GUARD_TYPE_NONE"},
    {kMachPort, "GUARD_TYPE_MACH_PORT"},
    {kFileDescriptor, "GUARD_TYPE_FD"},
    {kUser, "GUARD_TYPE_USER"},
    {kVnode, "GUARD_TYPE_VN"},
    {kVirtualMemory, "GUARD_TYPE_VIRT_MEMORY"},
    {kRejectedSyscall, "GUARD_TYPE_REJECTED_SC"},
});

constexpr auto kMachPortFlavors = std::to_array<crash::CodeName>({
    {0x1, "GUARD_EXC_DESTROY"},
    {0x2, "GUARD_EXC_MOD_REFS"},
    {0x3, "GUARD_EXC_INVALID_OPTIONS"},
    {0x4, "GUARD_EXC_SET_CONTEXT"},
    {0x5, "GUARD_EXC_THREAD_SET_STATE"},
    {0x8, "GUARD_EXC_UNGUARDED"},
    {0x10, "GUARD_EXC_INCORRECT_GUARD"},
    {0x20, "GUARD_EXC_IMMOVABLE"},
    {0x40, "GUARD_EXC_STRICT_REPLY"},
    {0x80, "GUARD_EXC_MSG_FILTERED"},
    {0x100, "GUARD_EXC_INVALID_RIGHT"},
    {0x200, "GUARD_EXC_INVALID_NAME"},
    {0x400, "GUARD_EXC_INVALID_VALUE"},
    {0x800, "GUARD_EXC_INVALID_ARGUMENT"},
    {0x1000, "GUARD_EXC_RIGHT_EXISTS"},
    {0x2000, "GUARD_EXC_KERN_NO_SPACE"},
    {0x4000, "GUARD_EXC_KERN_FAILURE"},
    {0x8000, "GUARD_EXC_KERN_RESOURCE"},
    {0x10000, "GUARD_EXC_SEND_INVALID_REPLY"},
    {0x20000, "GUARD_EXC_SEND_INVALID_VOUCHER"},
    {0x40000, "GUARD_EXC_SEND_INVALID_RIGHT"},
    {0x80000, "GUARD_EXC_RCV_INVALID_NAME"},
    {0x100000, "GUARD_EXC_RCV_GUARDED_DESC"},
    {0x200000, "GUARD_EXC_MOD_REFS_NON_FATAL"},
    {0x400000, "GUARD_EXC_IMMOVABLE_NON_FATAL"},
    {0x800000, "GUARD_EXC_REQUIRE_REPLY_PORT_SEMANTICS"},
    {0x1000000, "GUARD_EXC_EXCEPTION_BEHAVIOR_ENFORCE"},
});

constexpr auto kFdFlavors = std::to_array<crash::CodeName>({
    {0x1, "GUARD_EXC_CLOSE"},
    {0x2, "GUARD_EXC_DUP"},
    {0x4, "GUARD_EXC_NOCLOEXEC"},
    {0x8, "GUARD_EXC_SOCKET_IPC"},
    {0x10, "GUARD_EXC_FILEPORT"},
    {0x20, "GUARD_EXC_MISMATCH"},
    {0x40, "GUARD_EXC_WRITE"},
});

constexpr auto kVnodeFlavors = std::to_array<crash::CodeName>({
    {0x1, "GUARD_EXC_RENAME_TO"},
    {0x2, "GUARD_EXC_RENAME_FROM"},
    {0x4, "GUARD_EXC_UNLINK"},
    {0x8, "GUARD_EXC_WRITE_OTHER"},
    {0x10, "GUARD_EXC_TRUNC_OTHER"},
    {0x20, "GUARD_EXC_LINK"},
    {0x40, "GUARD_EXC_EXCHDATA"},
});

constexpr auto kVirtualMemoryFlavors =
    std::to_array<crash::CodeName>({{1, "GUARD_EXC_DEALLOC_GAP"}});
constexpr auto kRejectedSyscallFlavors =
    std::to_array<crash::CodeName>({{0, "GUARD_EXC_MACH_TRAP"}});

std::string hex64(std::uint64_t value)
{
    return concat("0x", hexDigits(value, 16));
}

std::span<const crash::CodeName> resourceFlavors(std::uint32_t type)
{
    switch (type) {
    case kCpu: return kCpuFlavors;
    case kWakeups: return kWakeupsFlavors;
    case kMemory: return kMemoryFlavors;
    case kIo: return kIoFlavors;
    default: return kThreadsFlavors;
    }
}

std::string resourceTail(std::uint32_t type, std::uint64_t code, std::uint64_t subcode)
{
    switch (type) {
    case kCpu: // Three bits per percentage look like a slip for seven, but the text is to equal
               // rust-minidump's.
        return concat(" interval: ", code >> 7 & 0x1ffffff, "s CPU limit: ", code & 0x7,
                      "% CPU consumed: ", subcode & 0x7, "%");
    case kWakeups:
        return concat(" interval: ", code >> 20 & 0xfffff, "s wakeups permitted: ", code & 0xfff,
                      " wakeups observed: ", subcode & 0xfff);
    case kMemory: return concat(" high watermark limit: ", code & 0x1fff, "MiB");
    case kIo:
        return concat(" interval: ", code >> 15 & 0x1ffff, "s I/O limit: ", code & 0x7fff,
                      "% I/O observed: ", subcode & 0x7fff, "%");
    default: return concat(" high watermark limit: ", code & 0x7fff);
    }
}

std::span<const crash::CodeName> guardFlavors(std::uint32_t type)
{
    switch (type) {
    case kMachPort: return kMachPortFlavors;
    case kFileDescriptor: return kFdFlavors;
    case kVnode: return kVnodeFlavors;
    case kVirtualMemory: return kVirtualMemoryFlavors;
    default: return kRejectedSyscallFlavors;
    }
}

std::string guardTail(std::uint32_t type, std::uint64_t code, std::uint64_t subcode)
{
    const auto target = code & 0xfffffff;
    switch (type) {
    case kMachPort:
        return concat(" port name: ", target,
                      subcode != 0 ? concat(" subcode: ", subcode) : std::string());
    case kFileDescriptor:
        return concat(" file descriptor: ", target, " guard identifier: ", subcode);
    case kVnode: return concat(" pid: ", target, " guard identifier: ", subcode);
    case kVirtualMemory: return concat(" offset: ", subcode);
    default: return concat(" syscall: ", subcode);
    }
}

} // namespace

std::optional<std::string>
resourceLimitText(std::uint32_t flags, std::uint64_t code, std::uint64_t subcode)
{
    const auto type = flags >> 29 & 0x7;
    const auto typeName = crash::findCodeName(kResourceTypes, type);
    if (typeName.empty())
        return std::nullopt;
    const auto flavor = crash::findCodeName(resourceFlavors(type), code >> 58 & 0x7);
    if (flavor.empty())
        return concat("EXC_RESOURCE / ", typeName, " / ", hex64(code), " / ", hex64(subcode));
    return concat("EXC_RESOURCE / ", typeName, " / ", flavor, resourceTail(type, code, subcode));
}

std::optional<std::string> guardText(std::uint32_t flags, std::uint64_t code, std::uint64_t subcode)
{
    const auto type = flags >> 29 & 0x7;
    const auto typeName = crash::findCodeName(kGuardTypes, type);
    if (typeName.empty())
        return std::nullopt;
    auto prefix = concat("EXC_GUARD / ", typeName);
    if (type == kNone)
        return prefix;
    if (type == kUser) // rust-minidump prints no blank before this slash.
        return concat(prefix, "/ namespace: ", code & 0xffffffff, " guard identifier: ", subcode);
    const auto flavor = crash::findCodeName(guardFlavors(type), code >> 32 & 0x1fffffff);
    if (flavor.empty())
        return concat(prefix, " / ", hex64(code), " / ", hex64(subcode));
    return concat(prefix, " / ", flavor, guardTail(type, code, subcode));
}

} // namespace faultline::minidump
