// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/wow64.h"

#include "core/base/text.h"
#include "core/formats/crash/codes/windows_exceptions.h"
#include "core/formats/crash/minidump/cpu_context.h"
#include "core/formats/crash/minidump/crash_reason.h"

#include <algorithm>
#include <array>

namespace faultline::minidump {

namespace {

constexpr std::uint64_t kTlsSlotInTeb = 0x1480 + 8; // TlsSlots[1] of the 64-bit TEB.
constexpr std::uint64_t kMachineInState = 2;
constexpr std::uint64_t kContextInState = 4;
constexpr std::size_t kContextBytes = 716; // WOW64_CONTEXT.
constexpr std::uint64_t kLastErrorInTeb32 = 0x34;
constexpr std::uint16_t kMachineI386 = 0x14c; // IMAGE_FILE_MACHINE_I386; 0 before Windows 10.
constexpr std::uint16_t kProcessorIntel = 0;  // PROCESSOR_ARCHITECTURE_INTEL
constexpr std::uint64_t kCode32 = 0x23;       // The segments of 32-bit code and data.
constexpr std::uint64_t kData32 = 0x2b;
constexpr std::uint64_t kEndOf32Bits = std::uint64_t{1} << 32;

using OtherRegisters = std::vector<std::pair<std::string, std::uint64_t>>;

std::optional<std::uint64_t> otherRegister(const OtherRegisters& others, std::string_view name)
{
    const auto found = std::ranges::find(others, name, &OtherRegisters::value_type::first);
    return found == others.end() ? std::nullopt : std::optional(found->second);
}

bool hasWow64(const Event& event)
{
    return std::ranges::any_of(event.modules, [](const EventModule& module) {
        const auto path = module.codeFile.value_or(std::string());
        return equalsIgnoreCase(path.substr(path.rfind('\\') + 1), "wow64.dll");
    });
}

struct SavedContext
{
    CpuContext read;
    ByteView bytes;
};

/// A program that is not of 32 bits may keep anything in this slot.
std::optional<SavedContext> savedContext(const MemoryImage& memory, std::uint64_t teb)
{
    const auto state = memory.readUnsigned(teb + kTlsSlotInTeb, 8);
    const auto machine = state ? memory.readUnsigned(*state + kMachineInState, 2) : std::nullopt;
    std::array<std::byte, kContextBytes> bytes{};
    if (!machine || (*machine != kMachineI386 && *machine != 0) ||
        memory.read(*state + kContextInState, bytes) < bytes.size())
        return std::nullopt;
    auto context = readCpuContext(bytes, std::endian::little, kProcessorIntel);
    if (!context || !context->doubt.empty() || context->registers.family() != CpuFamily::Intel32 ||
        otherRegister(context->others, "cs") != kCode32 ||
        otherRegister(context->others, "ss") != kData32 || context->registers.pc() == 0 ||
        !memory.readUnsigned(context->registers.sp(), 4))
        return std::nullopt;
    return SavedContext{.read = *std::move(context), .bytes = ByteView::copyOf(bytes)};
}

/// Was the thread running 32-bit code? Its 64-bit registers are then the program's own.
bool runs32BitCode(const EventThread& thread)
{
    return thread.registers->family() == CpuFamily::Intel64 &&
           otherRegister(thread.extraRegisters, "cs") == kCode32 &&
           thread.registers->pc() < kEndOf32Bits;
}

/// "eax" is the low half of "rax"; the flags are not among the 64-bit registers.
RegisterSet lowHalves(const EventThread& thread)
{
    RegisterSet result(CpuFamily::Intel32);
    for (const auto& info : registersOf(CpuFamily::Intel32)) {
        const auto index = registerIndex(CpuFamily::Intel64, concat("r", info.name.substr(1)));
        const auto value = index ? thread.registers->find(*index)
                                 : otherRegister(thread.extraRegisters, info.name);
        if (value)
            result.set(info.index, *value & (kEndOf32Bits - 1));
    }
    return result;
}

bool reveal(const MemoryImage& memory, EventThread& thread)
{
    if (runs32BitCode(thread)) {
        thread.registers = lowHalves(thread);
    } else {
        auto context = savedContext(memory, *thread.teb);
        if (!context)
            return false;
        thread.hostRegisters = std::exchange(thread.registers, context->read.registers);
        thread.extraRegisters = std::move(context->read.others);
        thread.context = context->bytes;
    }
    // The 64-bit TEB begins with the address of the other one.
    const auto teb32 = memory.readUnsigned(*thread.teb, 8);
    if (const auto code =
            teb32 ? memory.readUnsigned(*teb32 + kLastErrorInTeb32, 4) : std::nullopt) {
        thread.lastError = static_cast<std::uint32_t>(*code);
        thread.lastErrorName = crash::windowsErrorName(*thread.lastError);
    }
    return true;
}

} // namespace

std::uint32_t revealWow64Threads(Event& event)
{
    const auto family = cpuFamily(event.system.arch);
    const bool is64 = family == CpuFamily::Intel64 || family == CpuFamily::Arm64;
    if (event.system.os != OsFamily::Windows || !is64 || !event.makeNative().memory ||
        !hasWow64(event))
        return 0;
    std::uint32_t changed = 0;
    for (std::uint32_t i = 0; i < event.threads.size(); ++i) {
        auto& thread = event.threads[i];
        // The registers of an exception are more exact than those that the system keeps.
        const bool hasException = event.crash.present && event.requestingThread == i;
        const bool isHost = thread.registers && thread.registers->family() == family;
        if (isHost && thread.teb && !hasException && reveal(*event.makeNative().memory, thread))
            ++changed;
    }
    return changed;
}

} // namespace faultline::minidump
