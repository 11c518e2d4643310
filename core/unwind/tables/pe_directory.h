#pragma once

#include "core/formats/debug/object/object.h"

#include <optional>

namespace faultline::unwind {

/// The bytes of a PE32+ image's exception directory, or of its `.pdata` section where the headers
/// do not lead to one. Absent when there is none with room for an entry. Layout: winnt.h,
/// IMAGE_DIRECTORY_ENTRY_EXCEPTION.
std::optional<ByteView> exceptionDirectory(const object::Object& object, std::size_t entryBytes);

/// Whether an RVA lies in executable bytes; true where the object does not name its ranges.
bool isExecutableRva(const std::vector<object::ImageRange>& ranges,
                     std::uint64_t loadAddress,
                     std::uint64_t rva);

} // namespace faultline::unwind
