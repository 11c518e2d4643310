// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"

namespace faultline::pe {

/// Opens a PE32 or PE32+ executable or DLL. Errors: Unsupported (not a PE file), Malformed (headers
/// exceed the file). Damage after the headers loses the part that contains it.
Result<object::ObjectPtr> openPe(ByteView file, const ParseLimits& limits);

/// True for `MZ` followed by a PE signature.
bool looksLikePe(Bytes file);

} // namespace faultline::pe
