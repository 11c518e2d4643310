// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/proguard/mapping_cache.h"
#include "core/formats/debug/proguard/source_file_name.h"

namespace faultline::jvm {

/// Returns the source file of a class. Uses the mapping's record of the class, then that of the
/// class around it, then a guess from the name. R8's name for classes that it generated is not a
/// file name. A class "Utils__StringsKt" is the part of a Kotlin facade that lies in Strings.kt.
proguard::SourceFileName sourceFileOf(const proguard::MappingCache& mapping,
                                      std::string_view className,
                                      std::optional<std::string_view> ownerFile = std::nullopt);

/// The same for the class of an entry, without a look-up if the entry names the file. A guess has
/// the extension of `ownerFile`, the recorded file of the class that the method was found in: what
/// was inlined into Kotlin is taken for Kotlin, as R8's retrace does.
proguard::SourceFileName sourceFileOf(const proguard::MappingCache& mapping,
                                      const proguard::MappedEntry& entry,
                                      std::optional<std::string_view> ownerFile);

} // namespace faultline::jvm
