// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/records/windows_process.h"

#include "core/formats/crash/records/record_layout.h"

#include <array>

namespace faultline::records {

namespace {

using enum FieldMeaning;
using Form = FieldForm;

// Fields of 0 bytes are as wide as a pointer.
constexpr std::array kClientIdFields{
    FieldLayout{"UniqueProcess", Form::Unsigned, 0, ProcessId},
    FieldLayout{"UniqueThread", Form::Unsigned, 0, ThreadId},
};
constexpr RecordLayout kClientId{"CLIENT_ID", kClientIdFields};

constexpr std::array kTibFields{
    FieldLayout{"ExceptionList", Form::Unsigned, 0, Address},
    FieldLayout{"StackBase", Form::Unsigned, 0, Address},
    FieldLayout{"StackLimit", Form::Unsigned, 0, Address},
    FieldLayout{"SubSystemTib", Form::Unsigned, 0, Address},
    FieldLayout{"FiberData", Form::Unsigned, 0, Address},
    FieldLayout{"ArbitraryUserPointer", Form::Unsigned, 0, Address},
    FieldLayout{"Self", Form::Unsigned, 0, Address},
};
constexpr RecordLayout kTib{"NT_TIB", kTibFields};

constexpr std::array kTebFields{
    FieldLayout{"NtTib", Form::Record, 0, Plain, 1, &kTib},
    FieldLayout{"EnvironmentPointer", Form::Unsigned, 0, Address},
    FieldLayout{"ClientId", Form::Record, 0, Plain, 1, &kClientId},
    FieldLayout{"ActiveRpcHandle", Form::Unsigned, 0, Address},
    FieldLayout{"ThreadLocalStoragePointer", Form::Unsigned, 0, Address},
    FieldLayout{"ProcessEnvironmentBlock", Form::Unsigned, 0, Address},
    FieldLayout{"LastErrorValue", Form::Unsigned, 4, Flags},
    FieldLayout{"CountOfOwnedCriticalSections"},
};
constexpr RecordLayout kTeb{"TEB", kTebFields};

constexpr std::array kPebFlagFields{
    FieldLayout{"InheritedAddressSpace", Form::Unsigned, 1},
    FieldLayout{"ReadImageFileExecOptions", Form::Unsigned, 1},
    FieldLayout{"BeingDebugged", Form::Unsigned, 1},
    FieldLayout{"BitField", Form::Unsigned, 1, Flags},
};
constexpr RecordLayout kPebFlags{"PEB", kPebFlagFields};

constexpr std::array kPaddingFields{FieldLayout{"Padding0"}};
constexpr RecordLayout kPadding{"PEB", kPaddingFields};

constexpr std::array kPebFields{
    FieldLayout{"Mutant", Form::Unsigned, 0, Address},
    FieldLayout{"ImageBaseAddress", Form::Unsigned, 0, Address},
    FieldLayout{"Ldr", Form::Unsigned, 0, Address},
    FieldLayout{"ProcessParameters", Form::Unsigned, 0, Address},
    FieldLayout{"SubSystemData", Form::Unsigned, 0, Address},
    FieldLayout{"ProcessHeap", Form::Unsigned, 0, Address},
    FieldLayout{"FastPebLock", Form::Unsigned, 0, Address},
};
constexpr RecordLayout kPeb{"PEB", kPebFields};

/// The bytes at an address, as many as the file has.
std::vector<std::byte> readAt(const MemoryReader& memory, std::uint64_t address, std::uint64_t size)
{
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    bytes.resize(memory.read(address, bytes));
    return bytes;
}

constexpr std::uint64_t kTebPebField = 12; // The thirteenth word.

} // namespace

std::optional<DecodedFields>
decodeTeb(const MemoryReader& memory, std::uint64_t teb, unsigned pointerBytes)
{
    const auto bytes = readAt(memory, teb, sizeOf(kTeb, pointerBytes));
    if (bytes.empty())
        return std::nullopt;
    FieldWriter writer(bytes, memory.byteOrder(), pointerBytes);
    writer.writeWhole(kTeb);
    return writer.take();
}

std::optional<std::uint64_t>
pebOf(const MemoryReader& memory, std::uint64_t teb, unsigned pointerBytes)
{
    const auto field = teb + kTebPebField * pointerBytes;
    const auto peb = field > teb ? memory.readUnsigned(field, pointerBytes) : std::nullopt;
    return peb.value_or(0) != 0 ? peb : std::nullopt;
}

std::optional<DecodedFields>
decodePeb(const MemoryReader& memory, std::uint64_t peb, unsigned pointerBytes)
{
    const auto size = sizeOf(kPebFlags, pointerBytes) + sizeOf(kPadding, pointerBytes) +
                      sizeOf(kPeb, pointerBytes);
    const auto bytes = readAt(memory, peb, size);
    if (bytes.empty())
        return std::nullopt;
    FieldWriter writer(bytes, memory.byteOrder(), pointerBytes);
    writer.write(kPebFlags);
    if (pointerBytes == 8)
        writer.write(kPadding);
    writer.writeWhole(kPeb);
    return writer.take();
}

std::optional<HandlerChain> readHandlerChain(const MemoryReader& memory, std::uint64_t teb)
{
    constexpr std::uint64_t kLastRecord = 0xffffffff;
    auto address = memory.readUnsigned(teb, 4);
    if (!address)
        return std::nullopt;
    HandlerChain chain;
    std::uint64_t before = 0;
    while (*address != kLastRecord) {
        const auto next = memory.readUnsigned(*address, 4);
        const auto handler = memory.readUnsigned(*address + 4, 4);
        if (*address <= before)
            chain.end = HandlerChainEnd::Descends;
        else if (!next || !handler)
            chain.end = HandlerChainEnd::NoMemory;
        else if (chain.records.size() >= kMostHandlers)
            chain.end = HandlerChainEnd::TooLong;
        if (chain.end != HandlerChainEnd::Complete)
            return chain;
        chain.records.push_back({.address = *address, .next = *next, .handler = *handler});
        before = *address;
        address = next;
    }
    return chain;
}

} // namespace faultline::records
