// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/stackwalk_crash_text.h"

#include "core/base/text.h"
#include "core/report/stackwalk_view.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace faultline::report {

namespace {

class CrashTextWriter
{
public:
    explicit CrashTextWriter(const Report& report)
        : m_event(*report.event), m_native(nativePartOf(m_event)), m_analysis(report.analysis.get())
    {
    }

    std::string write()
    {
        if (m_event.crash.present)
            writeCrash();
        else
            line("No crash");
        if (!m_event.crash.assertion.empty())
            line("Assertion: {}", escapeControls(m_event.crash.assertion));
        writeApple();
        return std::move(m_out);
    }

private:
    std::string address(std::uint64_t value) const { return paddedAddress(m_event, value); }

    void writeCrash()
    {
        line("Crash reason:  {}", escapeControls(m_event.crash.reason));
        const bool isAdjusted = m_analysis != nullptr && m_analysis->adjustedAddress;
        line("Crash address: {}{}", address(m_event.crash.address), isAdjusted ? " **" : "");
        if (m_analysis == nullptr)
            return;
        if (isAdjusted)
            writeAdjusted(*m_analysis->adjustedAddress);
        if (m_analysis->instruction)
            writeInstruction(*m_analysis->instruction);
        writeBitFlips();
        if (!m_analysis->inconsistencies.empty())
            line("Crash is inconsistent:");
        for (const auto inconsistency : m_analysis->inconsistencies)
            line("  {}", crashInconsistencyWords(inconsistency));
    }

    void writeAdjusted(const AdjustedAddress& adjusted)
    {
        const bool isNull = adjusted.kind == AdjustedAddress::Kind::NullPointer;
        line("    ** {}: {}",
             isNull ? "Null pointer detected with offset" : "Non-canonical address detected",
             address(adjusted.value));
    }

    void writeInstruction(const CrashInstruction& instruction)
    {
        line("Crashing instruction: `{}`", instruction.text);
        if (instruction.accesses && instruction.accesses->empty())
            line("No memory accessed by instruction");
        else if (instruction.accesses)
            writeAccesses(instruction);
        switch (instruction.target.state) {
        case InstructionTarget::State::Undetermined: return;
        case InstructionTarget::State::Next:
            line("No instruction pointer update by instruction");
            return;
        case InstructionTarget::State::Known:
            line("Instruction pointer update done by instruction:");
            line("  Address: {}", address(instruction.target.address));
            if (instruction.target.isGuardPage)
                line("     This address falls in a likely guard page.");
            return;
        }
    }

    void writeAccesses(const CrashInstruction& instruction)
    {
        line("Memory accessed by instruction:");
        std::size_t index = 0;
        for (const auto& access : *instruction.accesses) {
            line("  {}. Address: {}", index++, address(access.address));
            line("     Size: {}",
                 access.sizeBytes != 0 ? fmt::to_string(access.sizeBytes) : "Unknown");
            if (access.isGuardPage)
                line("     This address falls in a likely guard page.");
            if (instruction.areAccessesCertain && access.kind != MemoryAccessKind::Unknown)
                line("     Access type: {}", memoryAccessKindName(access.kind));
        }
    }

    /// The most likely bit flip comes first.
    void writeBitFlips()
    {
        auto flips = m_analysis->bitFlips;
        if (flips.empty())
            return;
        std::ranges::stable_sort(flips, {}, &PossibleBitFlip::address);
        std::ranges::stable_sort(flips, std::greater<>(), &PossibleBitFlip::confidence);
        line("Crashing address may be the result of a flipped bit:");
        std::size_t index = 0;
        for (const auto& flip : flips)
            line("  {}. Valid address: {}{}{} ({:.3f})", index++, flip.sourceRegister,
                 flip.sourceRegister.empty() ? "" : "=", address(flip.address), flip.confidence);
    }

    void writeApple()
    {
        if (m_native.appleCrashMessages) {
            line("Mac Crash Info:");
            std::size_t index = 0;
            for (const auto& record : *m_native.appleCrashMessages) {
                line("  Record {}", index++);
                writeAppleRecord(record);
            }
            m_out += '\n';
        }
        if (m_native.process.bootArguments)
            line("Mac Boot Args: {}\n", escapeControls(*m_native.process.bootArguments));
    }

    void writeAppleRecord(const AppleCrashMessage& record)
    {
        const auto number = [this](std::string_view name, std::optional<std::uint64_t> value) {
            if (value)
                line("    {}: {:#x}", name, *value);
        };
        const auto text = [this](std::string_view name, const std::string& value) {
            line("    {}: {}", name, escapeControls(value));
        };
        number("thread", record.thread);
        number("dialog mode", record.dialogMode);
        number("abort_cause", record.abortCause);
        text("module", record.module);
        text("message", record.message);
        text("signature string", record.signature);
        text("backtrace", record.backtrace);
        text("message2", record.message2);
    }

    template <class... Args>
    void line(fmt::format_string<Args...> format, Args&&... args)
    {
        fmt::format_to(std::back_inserter(m_out), format, std::forward<Args>(args)...);
        m_out += '\n';
    }

    const Event& m_event;
    const NativeEvent& m_native;
    const CrashAnalysis* m_analysis;
    std::string m_out;
};

} // namespace

std::string stackwalkCrashText(const Report& report)
{
    return CrashTextWriter(report).write();
}

std::string_view crashInconsistencyWords(CrashInconsistency inconsistency)
{
    switch (inconsistency) {
    case CrashInconsistency::DivisionByZeroNotPossible:
        return "a division by zero is reported, but the instruction does not divide";
    case CrashInconsistency::PrivilegedCrashWithoutPrivilegedInstruction:
        return "a privileged instruction is reported, but the instruction is not privileged";
    case CrashInconsistency::NonCanonicalAddressFalselyReported:
        return "a non-canonical address is reported, but the instruction uses none";
    case CrashInconsistency::AccessNotAmongInstructionsAccesses:
        return "the crash address is not among the addresses that the instruction accesses";
    case CrashInconsistency::ViolationWhereAccessIsAllowed:
        return "an access violation is reported where the access is allowed";
    }
    return "";
}

} // namespace faultline::report
