// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/formats/debug/object/object.h"

#include <bit>
#include <optional>

namespace faultline::object {

/// The content of a `.gnu_debuglink` section of an ELF file, or of a PE file made by MinGW's tools:
/// a NUL-terminated name, padding to 4 bytes, and the CRC-32 of the target file (GDB manual,
/// "Separate Debug Files"). Absent when it cannot be read.
std::optional<CompanionReference> readDebugLink(Bytes bytes, std::endian order);

} // namespace faultline::object
