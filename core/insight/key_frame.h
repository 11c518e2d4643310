#pragma once

#include "core/model/report.h"

#include <cstddef>
#include <cstdint>

namespace faultline::insight {

/// Index of the thread that crashed or asked for the report; 0 when the file does not say.
std::uint32_t crashedThread(const Report& report);

/// Index of the thread to show first: the one that crashed or asked for the report, else the first
/// with frames, else 0.
std::size_t leadingThread(const Report& report);

/// Null when nothing is known of the thread's stack yet.
const ThreadStack* stackOf(const Report& report, std::size_t thread);

/// Null when nothing is known of the module yet.
const ModuleReport* moduleReport(const Report& report, std::size_t module);

/// The first row of the crashed thread; null while there is none.
const Frame* innermostFrame(const Report& report);

/// The number of the stack's frames without the inlined ones.
std::size_t physicalFrameCount(const ThreadStack& stack);

/// Index of the row to select first in a stack: the first row of the user's program that has a
/// source position, else the first row of the user's program, else row 0.
std::size_t keyFrame(const Report& report, const ThreadStack& stack);

} // namespace faultline::insight
