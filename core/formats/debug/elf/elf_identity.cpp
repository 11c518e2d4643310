// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_identity.h"

#include "core/formats/debug/elf/elf_constants.h"
#include "core/formats/debug/elf/elf_notes.h"

#include <algorithm>

namespace faultline::elf {

namespace {

constexpr std::size_t kFoldedTextBytes = 4096;
constexpr std::size_t kPlayStationIdBytes = 20;

Bytes segmentBytes(Bytes file, const ElfSegment& segment)
{
    if (!rangeFits(segment.offset, segment.fileSizeBytes, file.size()))
        return {};
    return file.subspan(static_cast<std::size_t>(segment.offset),
                        static_cast<std::size_t>(segment.fileSizeBytes));
}

/// `seed` is the value that each lane starts with.
DebugId foldedText(Bytes text, std::endian order, std::byte seed = {})
{
    std::array<std::byte, 16> lanes{};
    lanes.fill(seed);
    const auto page = text.first(std::min(text.size(), kFoldedTextBytes));
    for (std::size_t i = 0; i < page.size(); ++i)
        lanes[i % lanes.size()] ^= page[i];
    return DebugId::fromBuildId(lanes, order).value_or(DebugId());
}

} // namespace

Bytes findBuildId(Bytes file, const ElfLayout& layout, const ElfSections& sections)
{
    auto bytesLeft = file.size(); // Segments that overlap could have each note read often.
    for (const auto& segment : layout.segments) {
        if (segment.type != PT_NOTE)
            continue;
        const auto bytes = segmentBytes(file, segment);
        const auto notes = bytes.first(std::min(bytes.size(), bytesLeft));
        bytesLeft -= notes.size();
        const auto id = buildIdInNotes(notes, layout.order, segment.alignment);
        if (!id.empty())
            return id;
    }
    if (const auto note = sections.content(".note.gnu.build-id")) {
        const auto id = buildIdInNotes(note->span(), layout.order, 4);
        if (!id.empty())
            return id;
    }
    for (const auto& segment : layout.segments) {
        const auto bytes = segmentBytes(file, segment);
        if (segment.type == PT_SCE_DYNLIBDATA && bytes.size() >= kPlayStationIdBytes)
            return bytes.first(kPlayStationIdBytes);
    }
    return {};
}

DebugId debugIdOf(Bytes buildId, const ElfLayout& layout, const ElfSections& sections)
{
    if (!buildId.empty())
        return DebugId::fromBuildId(buildId, layout.order).value_or(DebugId());
    if (const auto text = sections.content(".text"))
        return foldedText(text->span(), layout.order);
    return {};
}

std::vector<DebugId>
foreignTextIdsOf(Bytes file, const ElfLayout& layout, const ElfSections& sections)
{
    constexpr std::uint64_t kBlockBytes = 16;
    constexpr std::uint64_t kFacebookModulus = 255;
    const auto* text = sections.find(".text");
    if (text == nullptr || !rangeFits(text->offset, text->sizeBytes, file.size()))
        return {};
    const auto after = file.subspan(static_cast<std::size_t>(text->offset));
    const auto folded = std::min<std::uint64_t>(text->sizeBytes, kFoldedTextBytes);
    const auto blocks = (folded + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
    if (folded == 0 || blocks > after.size())
        return {};
    const auto page = after.first(static_cast<std::size_t>(blocks));
    std::vector<DebugId> ids;
    if (blocks != folded)
        ids.push_back(foldedText(page, layout.order));
    ids.push_back(
        foldedText(page, layout.order, static_cast<std::byte>(text->sizeBytes % kFacebookModulus)));
    std::erase_if(ids, [](const DebugId& id) { return id.isNil(); });
    return ids;
}

Arch archOf(const ElfLayout& layout)
{
    switch (layout.machine) {
    case EM_386: return Arch::X86;
    case EM_X86_64: return Arch::Amd64;
    case EM_AARCH64: return Arch::Arm64;
    case EM_ARM: return Arch::Arm;
    case EM_PPC: return Arch::Ppc;
    case EM_PPC64: return Arch::Ppc64;
    // The 32-bit forms of these have other registers and are not read.
    case EM_S390: return layout.is64 ? Arch::S390x : Arch::Unknown;
    case EM_RISCV: return layout.is64 ? Arch::RiscV64 : Arch::Unknown;
    case EM_LOONGARCH: return layout.is64 ? Arch::LoongArch64 : Arch::Unknown;
    case EM_MIPS:
    case EM_MIPS_RS3_LE: {
        // The ABI that all 64-bit Linux uses (n64) has no flag; its files have 64-bit addresses.
        const bool is64 =
            layout.is64 || (layout.flags & (EF_MIPS_ABI_O64 | EF_MIPS_ABI_EABI64)) != 0;
        return is64 ? Arch::Mips64 : Arch::Mips;
    }
    default: return Arch::Unknown;
    }
}

object::ObjectKind kindOf(const ElfLayout& layout, const ElfSections& sections)
{
    switch (layout.type) {
    case ET_NONE: return object::ObjectKind::None;
    case ET_REL: return object::ObjectKind::Relocatable;
    case ET_EXEC:
    case ET_SCE_DYNEXEC:
        return layout.hasSegment(PT_INTERP) ? object::ObjectKind::Executable
                                            : object::ObjectKind::Debug;
    case ET_DYN:
    case ET_SCE_DYNAMIC:
        return sections.find(".text") != nullptr ? object::ObjectKind::Library
                                                 : object::ObjectKind::Debug;
    case ET_CORE: return object::ObjectKind::Dump;
    default: return object::ObjectKind::Other;
    }
}

} // namespace faultline::elf
