#pragma once

#include "core/tools/breakpad_dump.h"

#include <optional>

namespace faultline::app {

/// STACK CFI records of unwind tables that are not DWARF: the exception directory of PE x64 and
/// ARM64 images, and Mach-O's compact unwind with the DWARF entries that it refers to. Prologs are
/// told instruction by instruction where the table describes them; epilogs are not. Returns how
/// many entries could not be told; absent when the object has no such table.
std::optional<std::size_t> dumpTableFrames(const object::ObjectPtr& object,
                                           const std::function<void(std::string_view)>& write);

/// Those of the exception index of a 32-bit ARM object, for the functions whose start (relative to
/// the image) is wanted. The index tells of function bodies only, as what Breakpad's own dumper
/// makes of it does. Returns how many entries could not be told.
std::size_t dumpExidxFrames(const object::ObjectPtr& object,
                            const std::function<bool(std::uint64_t)>& isWanted,
                            const std::function<void(std::string_view)>& write);

} // namespace faultline::app
