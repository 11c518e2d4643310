// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/object_lookup.h"

#include <optional>
#include <string>

namespace faultline::layout {

/// Inputs of the path formulas (docs/spec/sources-and-caches.md §3.1). Each is absent when the
/// look-up cannot give it.

std::optional<std::string> codeName(const sources::ObjectLookup& lookup);
std::optional<std::string> debugName(const sources::ObjectLookup& lookup);
/// Lower-case digits, not empty.
std::optional<std::string> codeId(const sources::ObjectLookup& lookup);
/// 32 lower-case digits: the code id if there is one (it must be a UUID then), otherwise the debug
/// id.
std::optional<std::string> machUuid(const sources::ObjectLookup& lookup);
/// The debug id in Breakpad's form, with its own appendix.
std::optional<std::string> breakpadId(const sources::ObjectLookup& lookup);
/// Upper-case UUID and lower-case age. The age of .NET modules is always ffffffff.
std::optional<std::string> pdbSignature(const sources::ObjectLookup& lookup);

} // namespace faultline::layout
