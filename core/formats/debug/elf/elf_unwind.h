// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/elf/elf_sections.h"

namespace faultline::elf {

/// Unwind data found through the program headers when section headers are stripped.
struct UnwindBytes
{
    std::uint64_t address = 0; ///< Linked address.
    ByteView content;
};

/// .eh_frame_hdr through PT_GNU_EH_FRAME.
std::optional<UnwindBytes> frameHeaderFromSegments(const ByteView& file, const ElfLayout& layout);
/// .eh_frame, found through the pointer in .eh_frame_hdr. It ends at the header or with its
/// segment.
std::optional<UnwindBytes> framesFromSegments(const ByteView& file, const ElfLayout& layout);

enum class FrameSection { EhFrame, DebugFrame };

/// Do the bytes hold at least one FDE? A section with only CIEs describes no function.
bool hasFrameDescription(Bytes bytes, std::endian order, FrameSection kind);

} // namespace faultline::elf
