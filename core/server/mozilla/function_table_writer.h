// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/temp_file.h"
#include "core/formats/debug/object/object.h"

#include <stop_token>

namespace faultline::server::mozilla {

/// Writes the function table of an object. Names from Breakpad files stay as they are; names from
/// other formats are demangled. Drops addresses above 32 bits. Errors: Malformed (a unit cannot be
/// read), Unsupported (a count does not fit into the table's 32-bit fields), Cancelled, and those
/// of the file.
Result<void> writeFunctionTable(const object::Object& object, TempFile& out, std::stop_token stop);

} // namespace faultline::server::mozilla
