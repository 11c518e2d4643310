// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"

#include <optional>
#include <vector>

namespace faultline::object {

/// The kind of object file, by content (docs/spec/native.md §2.1); Unknown for fewer than 16 bytes.
FileFormat detectFormat(Bytes file);

/// Opens an object file. Opens the first member of a fat Mach-O; use openMatching() if the wanted
/// id is known. Errors: Unsupported (no known format; the text describes the bytes), Malformed.
Result<ObjectPtr> openObject(ByteView file, const ParseLimits& limits);

/// Opens the member of a multi-architecture archive with the wanted identity, or the single object
/// with any identity (the caller compares it). Rules: docs/spec/native.md §2.2. Errors: those of
/// openObject, and NotFound (no member fits).
Result<ObjectPtr> openMatching(ByteView file,
                               const std::optional<DebugId>& debugId,
                               const std::optional<CodeId>& codeId,
                               const ParseLimits& limits);

} // namespace faultline::object
