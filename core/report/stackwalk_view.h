// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/report.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace faultline::report {

/// A report in the terms of Breakpad and rust-minidump, shared by the renderers of `faultline
/// stackwalk` (docs/spec/stackwalk.md §§13, 14). Views into the report; valid as long as it is.

/// Facts that only the command line supplies: rust-minidump's --evil-json.
struct StackwalkEvidence
{
    std::map<std::string, std::string> certificateSubjects; ///< Keyed by file name of the module.
    std::optional<std::uint64_t> microcode; ///< For a dump that does not contain it.
};

/// Reads rust-minidump's extra JSON: ModuleSignatureInfo { subject: [file names] } and
/// CPUMicrocodeVersion. Errors: Malformed.
Result<StackwalkEvidence> parseStackwalkEvidence(std::string_view json);

/// A physical frame with the rows of its inlined code.
struct StackwalkFrame
{
    const Frame* frame = nullptr;
    const NativeFrame* native = nullptr;      ///< The frame's part. Never null.
    std::span<const Frame> inlines;           ///< Innermost first.
    const RegisterSet* registers = nullptr;   ///< Null for frames that were not walked.
    const EventModule* module = nullptr;      ///< Null outside of all modules.
    std::uint64_t instruction = 0;            ///< Its look-up address, rust-minidump's "offset".
    std::uint64_t returnAddress = 0;          ///< Exact pc, from which Breakpad counts.
    std::optional<std::string_view> function; ///< Absent without symbols.
    /// Unloaded modules that covered the address, with the offsets into each. Only without a
    /// module.
    std::map<std::string, std::set<std::uint64_t>> unloadedModules;
};

/// The part of an event of machine code, which these forms show; an empty one for other events.
const NativeEvent& nativePartOf(const Event& event);

/// The frames of machine code of a report in this form. Refers to the report.
class StackwalkStacks
{
public:
    explicit StackwalkStacks(const Report& report);

    /// Frames of one thread, callee first.
    std::vector<StackwalkFrame> frames(std::size_t thread) const;

private:
    StackwalkFrame frameOf(const ThreadStack& stack, std::size_t firstRow, std::size_t row) const;
    void addUnloadedModules(StackwalkFrame& frame) const;

    const Report& m_report;
    std::vector<const UnloadedModule*> m_unloaded; // Sorted by address.
    std::vector<std::uint64_t> m_reach;            // For each of them: the highest end so far.
};

/// The thread that crashed or requested the dump; absent when the event does not say.
std::optional<std::size_t> requestingThread(const Report& report);

/// "0x" and the number of digits of the crashed CPU's addresses; unpadded when that is unknown.
std::string paddedAddress(const Event& event, std::uint64_t address);

/// "10.0.19041 Service Pack 1": the known parts of version and build.
std::string osVersionText(const SystemInfo& system);

/// Base name of the module's code file; empty when it has none.
std::string_view codeFileName(const EventModule& module);

/// The event's modules by address.
std::vector<const EventModule*> modulesByAddress(const Event& event);

} // namespace faultline::report
