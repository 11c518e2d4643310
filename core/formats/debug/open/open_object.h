#pragma once

#include "core/formats/debug/object/object.h"

#include <optional>
#include <vector>

namespace faultline::object {

/// What kind of object file the bytes are, by content (docs/spec/native.md §2.1); Unknown for fewer
/// than 16 bytes.
FileFormat detectFormat(Bytes file);

/// Opens an object file. Of a fat Mach-O the first member is taken; use openMatching() where the
/// wanted id is known. Errors: Unsupported (no format we know; the text says what the bytes look
/// like), Malformed.
Result<ObjectPtr> openObject(ByteView file, const ParseLimits& limits);

/// The member of a multi-architecture archive that has the wanted identity, or the single object
/// whatever its identity is (the caller compares). Rules: docs/spec/native.md §2.2. Errors as
/// openObject, and NotFound (no member fits).
Result<ObjectPtr> openMatching(ByteView file,
                               const std::optional<DebugId>& debugId,
                               const std::optional<CodeId>& codeId,
                               const ParseLimits& limits);

} // namespace faultline::object
