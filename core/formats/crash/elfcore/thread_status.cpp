// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/thread_status.h"

#include <algorithm>
#include <array>

namespace faultline::corefile {

namespace {

// Linux, asm-generic/siginfo.h.
constexpr std::uint32_t kKernelCode = 0x80;                     // SI_KERNEL
constexpr std::array<std::int32_t, 3> kSentCodes{0, -1, -6};    // SI_USER, SI_QUEUE, SI_TKILL
constexpr std::array<std::uint32_t, 5> kFaults{4, 5, 7, 8, 11}; // ILL, TRAP, BUS, FPE, SEGV

bool namesAddress(const SignalInfo& info)
{
    return static_cast<std::int32_t>(info.code) > 0 && info.code != kKernelCode &&
           std::ranges::find(kFaults, info.number) != kFaults.end();
}

bool namesSender(const SignalInfo& info)
{
    return std::ranges::find(kSentCodes, static_cast<std::int32_t>(info.code)) != kSentCodes.end();
}

/// Reads a struct __kernel_old_timeval: seconds and microseconds, a word each. Absent when the
/// numbers are no possible time.
std::optional<std::uint64_t> readTime(const CoreFile& core, ByteReader& reader)
{
    constexpr std::uint64_t kMicroseconds = 1'000'000;
    constexpr std::uint64_t kMostSeconds = 1ULL << 32; // 136 years.
    const auto seconds = core.readWord(reader);
    const auto microseconds = core.readWord(reader);
    if (!reader.ok() || seconds >= kMostSeconds || microseconds >= kMicroseconds)
        return std::nullopt;
    return (seconds * kMicroseconds + microseconds) * 10;
}

} // namespace

void setRegisters(const CoreFile& core, OsFamily system, Bytes record, ThreadStatus& status)
{
    auto registers = readRegisters(core, system, record);
    if (registers)
        status.registers = *std::move(registers);
    else
        status.problem = registers.error().detail;
}

/// Linux, linux/elfcore.h, struct elf_prstatus: signal (12 bytes), pr_cursig, two signal masks of a
/// word, four ids of 4 bytes, four times of two words, then the registers.
Result<ThreadStatus> readThreadStatus(const CoreFile& core, Bytes note)
{
    const unsigned word = core.wordBytes();
    const std::size_t idOffset = 16 + 2 * word;
    const std::size_t registerOffset = idOffset + 16 + std::size_t{8} * word;
    if (note.size() < registerOffset)
        return fail(ErrorKind::Malformed, note.size(), " bytes, expected at least ",
                    registerOffset);
    ThreadStatus status;
    auto reader = core.readerOf(note);
    reader.skip(12); // elf_siginfo: the kernel fills in its number only; NT_SIGINFO has all.
    status.currentSignal = reader.u16();
    reader.seek(idOffset);
    status.id = reader.u32();
    reader.skip(12); // Ids of the parent, the group and the session.
    status.userTime = readTime(core, reader);
    status.kernelTime = readTime(core, reader);
    setRegisters(core, OsFamily::Linux, note.subspan(registerOffset), status);
    return status;
}

/// Linux, asm-generic/siginfo.h: si_signo, si_errno, si_code, then a union aligned to a word.
Result<SignalInfo> readSignalInfo(const CoreFile& core, Bytes note)
{
    auto reader = core.readerOf(note);
    SignalInfo info;
    info.number = reader.u32();
    reader.skip(4); // si_errno
    info.code = reader.u32();
    if (core.layout.is64)
        reader.skip(4);
    const auto cause = core.readWord(reader); // An address or, in its first half, a process id.
    if (!reader.ok())
        return fail(ErrorKind::Malformed, note.size(), " bytes, expected at least ",
                    core.layout.is64 ? 24 : 16);
    if (namesAddress(info))
        info.faultAddress = cause;
    if (namesSender(info)) {
        reader.seek(core.layout.is64 ? 16 : 12);
        info.senderId = reader.u32();
    }
    return info;
}

} // namespace faultline::corefile
