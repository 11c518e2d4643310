#pragma once

#include "core/formats/debug/elf/elf_sections.h"

namespace faultline::elf {

/// Unwind bytes that the program headers lead to when section headers are stripped.
struct UnwindBytes
{
    std::uint64_t address = 0; ///< As linked.
    ByteView content;
};

/// .eh_frame_hdr through PT_GNU_EH_FRAME.
std::optional<UnwindBytes> frameHeaderFromSegments(const ByteView& file, const ElfLayout& layout);
/// .eh_frame through the pointer in .eh_frame_hdr; it ends where the header begins or with its
/// segment.
std::optional<UnwindBytes> framesFromSegments(const ByteView& file, const ElfLayout& layout);

enum class FrameSection { EhFrame, DebugFrame };

/// Whether the bytes hold at least one FDE; a section of CIEs only unwinds nothing.
bool hasFrameDescription(Bytes bytes, std::endian order, FrameSection kind);

} // namespace faultline::elf
