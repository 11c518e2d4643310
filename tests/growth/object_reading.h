// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"
#include "tests/growth/growth_case.h"

namespace faultline::growth {

/// Opens the file, asks the object everything, and makes a symcache of it; returns its size.
Made asSymCache(std::vector<std::byte> file);

/// Makes a symcache and dumps it as text, as GSYM and as Breakpad symbols; returns their size.
Made asDumps(std::vector<std::byte> file);

/// An opened object; ends the program when the file cannot be opened, because a row would then
/// measure nothing.
object::ObjectPtr mustOpen(const ByteView& file);

} // namespace faultline::growth
