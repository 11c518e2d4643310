// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/elf/elf_sections.h"
#include "core/formats/debug/golang/program_image.h"

namespace faultline::elf {

/// The program as its segments map it, if it may have the tables of Go's runtime: it has their
/// section, or its section headers are stripped.
std::optional<golang::ProgramImage>
goImageOf(const ByteView& file, const ElfLayout& layout, const ElfSections& sections);

} // namespace faultline::elf
