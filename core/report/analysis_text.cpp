// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/analysis_text.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/insight/cause.h"
#include "core/report/stackwalk_crash_text.h"

#include <fmt/format.h>

namespace faultline::report {

namespace {

std::string accessText(const MemoryAccess& access)
{
    const std::string_view verb = access.kind == MemoryAccessKind::Read    ? "reads "
                                  : access.kind == MemoryAccessKind::Write ? "writes "
                                                                           : "accesses ";
    const auto size = access.sizeBytes == 0 ? std::string()
                                            : fmt::format("{} byte{} ", access.sizeBytes,
                                                          access.sizeBytes == 1 ? "" : "s");
    return concat(verb, size, "at ", hexAddress(access.address),
                  access.isNullDereference ? " from a null pointer" : "",
                  access.isGuardPage ? " in a likely guard page" : "");
}

std::string instructionLine(const CrashInstruction& instruction, bool withAccesses)
{
    auto text = concat("Instruction: ", escapeControls(instruction.text));
    if (instruction.accesses && withAccesses) {
        for (const auto& access : *instruction.accesses)
            text += concat(", ", accessText(access));
    }
    if (instruction.target.state == InstructionTarget::State::Known)
        text += concat(", goes to ", hexAddress(instruction.target.address),
                       instruction.target.isGuardPage ? " in a likely guard page" : "");
    return text + (instruction.fromFile ? " (code of the module's file)" : "");
}

std::string bitFlipLine(const PossibleBitFlip& likeliest, std::size_t count)
{
    return fmt::format("A flipped bit may be the cause: {}{} {} (confidence {:.2f}, {} "
                       "possible in all)",
                       likeliest.sourceRegister.empty() ? "" : likeliest.sourceRegister + " = ",
                       hexAddress(likeliest.address),
                       likeliest.isNull ? "would be a null pointer" : "is mapped",
                       likeliest.confidence, count);
}

std::string exploitabilityLine(const CrashAnalysis& analysis)
{
    auto text =
        concat("Exploitability by Breakpad's rules: ", exploitabilityName(analysis.exploitability));
    std::string_view separator = " - ";
    for (const auto& reason : analysis.exploitabilityReasons)
        text += concat(std::exchange(separator, ", "), escapeControls(reason));
    return text;
}

} // namespace

std::vector<std::string> analysisLines(const Report& report)
{
    std::vector<std::string> lines;
    if (!report.analysis)
        return lines;
    const auto& analysis = *report.analysis;
    if (analysis.instruction)
        lines.push_back(instructionLine(*analysis.instruction, insight::hasFaultingAccess(report)));
    if (analysis.instruction && !analysis.instruction->codeNote.empty())
        lines.push_back("Note: " + analysis.instruction->codeNote);
    if (analysis.adjustedAddress) {
        const auto value = hexAddress(analysis.adjustedAddress->value);
        lines.push_back(analysis.adjustedAddress->kind == AdjustedAddress::Kind::NullPointer
                            ? "Null pointer with offset " + value
                            : "Real address: " + value + ", which is not canonical");
    }
    if (analysis.isGuardPageHit)
        lines.emplace_back("The crash address lies in a likely guard page");
    const bool isSuspicious = insight::isSuspicious(report);
    if (const auto* flip = analysis.likeliestBitFlip(); flip != nullptr && isSuspicious)
        lines.push_back(bitFlipLine(*flip, analysis.bitFlips.size()));
    for (const auto inconsistency : analysis.inconsistencies)
        lines.push_back(concat("Inconsistent: ", crashInconsistencyWords(inconsistency)));
    if (analysis.exploitability != Exploitability::NotAnalyzed && isSuspicious)
        lines.push_back(exploitabilityLine(analysis));
    return lines;
}

} // namespace faultline::report
