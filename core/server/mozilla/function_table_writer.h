#pragma once

#include "core/base/temp_file.h"
#include "core/formats/debug/object/object.h"

#include <stop_token>

namespace faultline::server::mozilla {

/// Writes the function table of an object. Names of Breakpad files stay as they are stored, those
/// of other formats are demangled. What lies above 32 bits is dropped. Errors: Malformed (a unit
/// cannot be read), Unsupported (more than the table's 32-bit fields hold), Cancelled, and those of
/// the file.
Result<void> writeFunctionTable(const object::Object& object, TempFile& out, std::stop_token stop);

} // namespace faultline::server::mozilla
