// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "core/engine/report.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::ui {

/// What the engine has said about one report so far. Row makers read nothing else. `event` is null
/// until the file has been read. Stacks and modules are null while they are unknown.
struct ReportState : Report
{
    engine::EventId id{};
    std::uint64_t generation = 0;
    bool isStopped = false; ///< The user stopped the last symbolication.
    std::string failure;    ///< Why the last symbolication failed; empty when it did not.
    bool isRunning = false; ///< A symbolication is going on.
    /// What it does for each module; null before it begins and after it has answered.
    std::vector<std::shared_ptr<const OpenLookup>> lookups;
    std::vector<bool> answered; ///< The modules that the present or last run has answered.

    /// Does the file tell of a crash? A snapshot of a running process does not.
    bool hasCrashed() const;
    /// Null while the thread has no stack.
    const ThreadStack* stack(std::uint32_t thread) const;
    /// Null while the module has no report.
    const ModuleReport* module(std::uint32_t index) const;
    /// Null while nothing is done for the module.
    const OpenLookup* lookup(std::uint32_t module) const;
    /// May a file still be found for the module? Then what module() says of it is out of date. A
    /// file that was found before stays in use while a later run looks again.
    bool isLookingFor(std::uint32_t module) const;
    /// Returns the first of the threads that the cause names, as that of a deadlock does. Otherwise
    /// the thread that crashed or asked for the report, or the first one when the file does not
    /// say.
    std::uint32_t mainThread() const;
};

/// Returns the text for users. Control characters and characters that change the direction of text
/// become visible escapes; tabs and line breaks stay.
QString toQString(std::string_view utf8);
/// Formats as "0x" and 16 digits, or 8 digits on 32-bit CPUs.
QString paddedAddress(std::uint64_t address, Arch arch);
/// Date and time of the clock here, with seconds, as the locale writes them.
QString localTimeText(std::int64_t secondsSinceEpoch);
/// "0x1a2b"
QString shortHex(std::uint64_t value);
/// Returns the file name of the code file or else of the debug file; empty when the module has
/// neither.
QString moduleName(const EventModule& module);

} // namespace faultline::ui
