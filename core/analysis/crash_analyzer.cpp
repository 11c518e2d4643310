// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/crash_analyzer.h"

#include "core/analysis/bit_flips.h"
#include "core/analysis/crash_instruction.h"
#include "core/analysis/exploitability.h"
#include "core/analysis/inconsistencies.h"
#include "core/base/hex.h"

#include <algorithm>
#include <array>

namespace faultline::analysis {

namespace {

constexpr std::size_t kMaxInstructionBytes = 16;
constexpr std::size_t kMaxCodeBytes = 2048; // Limit for the code after the fault.

/// The code at the fault, from the event or otherwise from the module's file.
struct CrashCode
{
    std::vector<std::byte> bytes;
    bool fromFile = false;
    std::string note;
};

CrashCode readCode(const AnalysisInput& input, std::uint64_t pc)
{
    CrashCode code;
    code.bytes.resize(kMaxCodeBytes);
    code.bytes.resize(input.event.asNative()->memory->read(pc, code.bytes));
    if (!input.readCodeOfFile)
        return code;
    std::vector<std::byte> file(kMaxCodeBytes);
    file.resize(input.readCodeOfFile(pc, file));
    if (code.bytes.empty()) {
        code.fromFile = !file.empty();
        code.bytes = std::move(file);
        return code;
    }
    // In 32-bit x86 code the loader changes absolute addresses.
    if (cpuFamily(input.event.system.arch) == CpuFamily::Intel32)
        return code;
    const auto common = std::min({code.bytes.size(), file.size(), kMaxInstructionBytes});
    if (!std::equal(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(common),
                    code.bytes.begin()))
        code.note = "the code in memory differs from the module's file: " +
                    hexOfBytes(Bytes(code.bytes).first(common)) + " instead of " +
                    hexOfBytes(Bytes(file).first(common));
    return code;
}

void markGuardPages(const Event& event, const MemoryMap& map, CrashAnalysis& analysis)
{
    analysis.isGuardPageHit = !isSentSignal(event) && map.isLikelyGuardPage(event.crash.address);
    if (!analysis.instruction)
        return;
    auto& instruction = *analysis.instruction;
    if (instruction.accesses) {
        for (auto& access : *instruction.accesses)
            access.isGuardPage = map.isLikelyGuardPage(access.address);
    }
    if (instruction.target.state == InstructionTarget::State::Known)
        instruction.target.isGuardPage = map.isLikelyGuardPage(instruction.target.address);
}

/// A null dereference with an offset, or the non-canonical address that caused a protection fault.
std::optional<AdjustedAddress> adjustedAddress(const Event& event,
                                               const CrashInstruction& instruction)
{
    if (!instruction.accesses)
        return std::nullopt;
    auto accesses = *instruction.accesses;
    if (instruction.target.state == InstructionTarget::State::Known) {
        MemoryAccess target;
        target.address = instruction.target.address;
        target.isNullDereference = instruction.target.isNull;
        accesses.push_back(target);
    }
    const auto null = std::ranges::find(accesses, true, &MemoryAccess::isNullDereference);
    if (null != accesses.end())
        return AdjustedAddress{AdjustedAddress::Kind::NullPointer, null->address};
    if (cpuFamily(event.system.arch) != CpuFamily::Intel64 || !looksLikeProtectionFault(event))
        return std::nullopt;
    const auto bad = std::ranges::find_if(
        accesses, [](const MemoryAccess& access) { return isNonCanonical(access.address); });
    if (bad == accesses.end())
        return std::nullopt;
    return AdjustedAddress{AdjustedAddress::Kind::NonCanonical, bad->address};
}

void readInstruction(const Event& event,
                     const EventThread& thread,
                     const CrashCode& code,
                     CrashAnalysis& analysis)
{
    if (code.bytes.empty()) {
        analysis.instructionProblem = "neither the file nor a module holds the code";
        return;
    }
    const auto first = Bytes(code.bytes).first(std::min(code.bytes.size(), kMaxInstructionBytes));
    auto instruction = readCrashInstruction(event, thread, first);
    if (!instruction) {
        analysis.instructionProblem = instruction.error().detail;
        return;
    }
    instruction->fromFile = code.fromFile;
    instruction->codeNote = code.note;
    analysis.instruction = *std::move(instruction);
}

} // namespace

std::optional<CrashAnalysis> analyzeCrash(const AnalysisInput& input)
{
    const auto& event = input.event;
    if (!event.crash.present || !event.requestingThread ||
        *event.requestingThread >= event.threads.size())
        return std::nullopt;
    const auto& thread = event.threads[*event.requestingThread];
    if (!thread.registers)
        return std::nullopt;
    CrashAnalysis analysis;
    const auto code = readCode(input, thread.registers->pc());
    readInstruction(event, thread, code, analysis);
    const MemoryMap map(event);
    markGuardPages(event, map, analysis);
    if (analysis.instruction)
        analysis.adjustedAddress = adjustedAddress(event, *analysis.instruction);
    analysis.bitFlips = findBitFlips(event, *thread.registers, map, analysis);
    analysis.inconsistencies = findInconsistencies(event, map, analysis);
    auto rating = rateExploitability(event, thread, input.functions, code.bytes, analysis);
    analysis.exploitability = rating.rating;
    analysis.exploitabilityReasons = std::move(rating.reasons);
    return analysis;
}

} // namespace faultline::analysis
