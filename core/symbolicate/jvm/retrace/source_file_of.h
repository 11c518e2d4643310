// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/proguard/mapping_cache.h"
#include "core/formats/debug/proguard/source_file_name.h"

namespace faultline::jvm {

/// Returns the source file of a class. Uses the mapping's record of the class, then that of the
/// class around it, then a guess from the name. R8's name for classes that it generated is not a
/// file name. A class "Utils__StringsKt" is the part of a Kotlin facade that lies in Strings.kt.
proguard::SourceFileName sourceFileOf(const proguard::MappingCache& mapping,
                                      std::string_view className);

/// The same for the class of an entry, without a look-up if the entry names the file.
proguard::SourceFileName sourceFileOf(const proguard::MappingCache& mapping,
                                      const proguard::MappedEntry& entry);

} // namespace faultline::jvm
