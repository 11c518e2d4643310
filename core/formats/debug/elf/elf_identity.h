// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"
#include "core/base/debug_id.h"
#include "core/formats/debug/elf/elf_sections.h"
#include "core/formats/debug/object/object.h"

namespace faultline::elf {

/// The build id, searched in the order of docs/spec/native.md §1.4: notes of PT_NOTE,
/// .note.gnu.build-id, PlayStation. Empty when there is none.
Bytes findBuildId(Bytes file, const ElfLayout& layout, const ElfSections& sections);

/// From the build id, otherwise from the XOR fold of the first page of .text; nil without both.
DebugId debugIdOf(Bytes buildId, const ElfLayout& layout, const ElfSections& sections);

/// The ids that Breakpad's clients and Facebook's derive from .text, where they differ from
/// debugIdOf(). Breakpad folds whole blocks of 16 bytes, so up to 15 bytes after .text count
/// (HashElfTextSection() in its src/common/linux/file_id.cc). Facebook begins with the size of
/// .text modulo 255 in each byte (HashElfTextSection() in LLDB's ProcessMinidump.cpp).
std::vector<DebugId>
foreignTextIdsOf(Bytes file, const ElfLayout& layout, const ElfSections& sections);

Arch archOf(const ElfLayout& layout);
object::ObjectKind kindOf(const ElfLayout& layout, const ElfSections& sections);

} // namespace faultline::elf
