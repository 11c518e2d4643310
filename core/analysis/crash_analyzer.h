// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/model/crash_analysis.h"
#include "core/model/event.h"

#include <functional>
#include <span>
#include <string>

namespace faultline::analysis {

/// Copies bytes of a module's file as they would lie at an address of the process, at most
/// `out.size()`, and returns their number. For code that the event lacks.
using ReadCodeOfFile = std::function<std::size_t(std::uint64_t address, std::span<std::byte> out)>;

struct AnalysisInput
{
    const Event& event;
    ReadCodeOfFile readCodeOfFile; ///< May be empty.
    std::span<const std::string>
        functions; ///< Functions of the requesting thread, innermost first.
};

/// Everything that can be said about a crash without symbols (docs/spec/stackwalk.md §§12, 15).
/// Absent without an exception or without the crashing thread's registers. Takes a few milliseconds
/// at most.
std::optional<CrashAnalysis> analyzeCrash(const AnalysisInput& input);

} // namespace faultline::analysis
