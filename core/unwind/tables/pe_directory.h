// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"

#include <optional>

namespace faultline::unwind {

/// The bytes of a PE32+ image's exception directory, or of its `.pdata` section when the headers do
/// not lead to a directory. Absent when neither has room for an entry. Layout: winnt.h,
/// IMAGE_DIRECTORY_ENTRY_EXCEPTION.
std::optional<ByteView> exceptionDirectory(const object::Object& object, std::size_t entryBytes);

/// Does the RVA lie in executable bytes? True when the object does not name its ranges.
bool isExecutableRva(const std::vector<object::ImageRange>& ranges,
                     std::uint64_t loadAddress,
                     std::uint64_t rva);

} // namespace faultline::unwind
