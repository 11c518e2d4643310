#pragma once

#include "core/base/result.h"
#include "core/model/report.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace faultline::report {

/// A report as the tools of Breakpad's family see it: what the renderers of `faultline stackwalk`
/// share (docs/spec/stackwalk.md §§13, 14). Views into the report; valid as long as it is.

/// What only the command line can tell: rust-minidump's --evil-json.
struct StackwalkEvidence
{
    std::map<std::string, std::string> certificateSubjects; ///< By file name of the module.
    std::optional<std::uint64_t> microcode; ///< For a dump that does not say it itself.
};

/// Reads rust-minidump's extra JSON: ModuleSignatureInfo { subject: [file names] } and
/// CPUMicrocodeVersion. Errors: Malformed.
Result<StackwalkEvidence> parseStackwalkEvidence(std::string_view json);

/// A physical frame with the rows of the code that was inlined into it.
struct StackwalkFrame
{
    const Frame* frame = nullptr;
    std::span<const Frame> inlines;           ///< Innermost first.
    const RegisterSet* registers = nullptr;   ///< Null for frames that were not walked.
    const EventModule* module = nullptr;      ///< Null outside of all modules.
    std::uint64_t instruction = 0;            ///< Where it was looked up, rust-minidump's "offset".
    std::uint64_t returnAddress = 0;          ///< Exact pc: what Breakpad counts from.
    std::optional<std::string_view> function; ///< Absent without symbols.
    /// Unloaded modules that lay there, with the offsets into each; only without a module.
    std::map<std::string, std::set<std::uint64_t>> unloadedModules;
};

/// The stacks of a report in this form. Refers to the report.
class StackwalkStacks
{
public:
    explicit StackwalkStacks(const Report& report);

    /// Of one thread, callee first.
    std::vector<StackwalkFrame> frames(std::size_t thread) const;

private:
    StackwalkFrame frameOf(const ThreadStack& stack, std::size_t firstRow, std::size_t row) const;
    void addUnloadedModules(StackwalkFrame& frame) const;

    const Report& m_report;
    std::vector<const UnloadedModule*> m_unloaded; // By address.
    std::vector<std::uint64_t> m_reach;            // Highest end up to each of them.
};

/// The thread that crashed or asked for the dump; absent when the event does not say.
std::optional<std::size_t> requestingThread(const Report& report);

/// "0x" and as many digits as an address of the crashed CPU has; unpadded when that is not known.
std::string paddedAddress(const Event& event, std::uint64_t address);

/// "10.0.19041 Service Pack 1": version and build as far as they are known.
std::string osVersionText(const SystemInfo& system);

/// Base name of the module's code file; empty when it has none.
std::string_view codeFileName(const EventModule& module);

/// The event's modules by address.
std::vector<const EventModule*> modulesByAddress(const Event& event);

} // namespace faultline::report
