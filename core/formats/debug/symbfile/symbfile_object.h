// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"

#include <optional>

namespace faultline::symbfile {

/// Opens a symbfile as an object with debug info. The format has no ids, so the object has none.
/// The load address is that of the file if our server stored it there, otherwise `loadAddress` if
/// all ranges lie above it, otherwise 0. Errors: Unsupported (no symbfile), Malformed.
Result<object::ObjectPtr> openSymbfile(ByteView file,
                                       const ParseLimits& limits,
                                       std::optional<std::uint64_t> loadAddress = std::nullopt);

} // namespace faultline::symbfile
