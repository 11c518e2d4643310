#pragma once

#include "core/formats/elf/elf_sections.h"
#include "core/formats/object/object.h"

namespace faultline::elf {

/// .gnu_debuglink, .gnu_debugaltlink or .debug_sup, and .gnu_debugdata; records that cannot be read
/// are left out.
std::vector<CompanionReference> readCompanions(const ElfLayout& layout,
                                               const ElfSections& sections);

} // namespace faultline::elf
