// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tools/breakpad_dump.h"

#include <optional>

namespace faultline::app {

/// Writes STACK CFI records of unwind tables other than DWARF: the exception directory of PE x64
/// and ARM64 images, and Mach-O's compact unwind with the DWARF entries that it refers to. Prologs
/// are written instruction by instruction if the table describes them; epilogs are not. Returns the
/// number of entries that could not be expressed; absent when the object has no such table.
std::optional<std::size_t> dumpTableFrames(const object::ObjectPtr& object,
                                           const std::function<void(std::string_view)>& write);

/// Writes those of the exception index of a 32-bit ARM object, for the functions whose start
/// (relative to the image) is wanted. The index describes function bodies only, and so does the
/// output of Breakpad's own dumper. Returns the number of entries that could not be expressed.
std::size_t dumpExidxFrames(const object::ObjectPtr& object,
                            const std::function<bool(std::uint64_t)>& isWanted,
                            const std::function<void(std::string_view)>& write);

} // namespace faultline::app
