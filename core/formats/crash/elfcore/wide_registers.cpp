// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/wide_registers.h"

#include "core/base/byte_reader.h"
#include "core/formats/crash/cpu_state/vector_state.h"

#include <string_view>

namespace faultline::corefile {

namespace {

/// Where the thread's number is in NT_PRSTATUS (linux/elfcore.h, struct elf_prstatus).
std::optional<std::uint32_t> threadOf(const StreamInfo& note, CpuFamily family)
{
    ByteReader reader(note.bytes.span());
    reader.seek(16 + 2 * std::size_t{pointerSize(family)});
    const auto number = reader.u32();
    return reader.ok() ? std::optional(number) : std::nullopt;
}

/// Empty when the note has none of these registers. On x86 of 32 bits, NT_PRFPREG has an older
/// form.
crash::WideRegisters registersIn(const StreamInfo& note, CpuFamily family)
{
    const auto bytes = note.bytes.span();
    const bool is64 = family == CpuFamily::Intel64;
    if (note.name == "NT_X86_XSTATE")
        return crash::readXsave(bytes, family);
    if (note.name == "NT_PRXFPREG" || (note.name == "NT_PRFPREG" && is64))
        return crash::readFxsave(bytes, family);
    const bool isArm = (note.name == "NT_PRFPREG" && family == CpuFamily::Arm64) ||
                       (note.name == "NT_ARM_VFP" && family == CpuFamily::Arm32);
    return isArm ? crash::readArmVectors(bytes, family) : crash::WideRegisters();
}

} // namespace

std::vector<WideRegister> wideRegistersOf(const Event& event, const EventThread& thread)
{
    const auto* native = event.asNative();
    std::vector<WideRegister> found;
    if (event.kind != EventKind::CoreFile || native == nullptr || !thread.registers || !thread.id)
        return found;
    const auto family = thread.registers->family();
    bool isThreads = false; // Notes of a thread follow its NT_PRSTATUS.
    for (const auto& note : native->streams) {
        const bool isNext = note.name == "NT_PRSTATUS" && note.vendor == "CORE";
        if (isNext && isThreads)
            break;
        if (isNext)
            isThreads = threadOf(note, family) == thread.id;
        auto more = isThreads ? registersIn(note, family) : crash::WideRegisters();
        // The note that tells more of each register comes later.
        if (!more.empty())
            found = std::move(more);
    }
    return found;
}

} // namespace faultline::corefile
