#pragma once

#include "core/formats/debug/proguard/mapping_cache.h"
#include "core/formats/debug/proguard/source_file_name.h"

namespace faultline::jvm {

/// The source file of a class, as well as the mapping tells: its own record, that of the class
/// around it, a guess from its name. R8's mark for classes that it made up is no file name. A class
/// "Utils__StringsKt" is the part of a Kotlin facade that lies in Strings.kt.
proguard::SourceFileName sourceFileOf(const proguard::MappingCache& mapping,
                                      std::string_view className);

} // namespace faultline::jvm
