// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"

namespace faultline::macho {

/// Opens a thin Mach-O file: executable, dylib, dSYM, object file, core. Errors: Unsupported (no
/// Mach-O magic), Malformed (load commands). Damage after them loses the part that contains it.
Result<object::ObjectPtr> openMachO(ByteView file, const ParseLimits& limits);

/// True for the magic of a thin Mach-O file.
bool looksLikeMachO(Bytes file);

} // namespace faultline::macho
