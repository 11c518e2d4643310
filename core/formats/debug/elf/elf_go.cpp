// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_go.h"

#include "core/formats/debug/elf/elf_constants.h"

#include <algorithm>
#include <array>

namespace faultline::elf {

namespace {

/// The second name is that of position-independent programs.
constexpr std::array<std::string_view, 2> kTableSections{".gopclntab", ".data.rel.ro.gopclntab"};

/// The relocation that only adds the load address; absent where the file's bytes hold the pointer.
std::optional<std::uint32_t> relativeRelocation(const ElfLayout& layout)
{
    constexpr std::uint32_t kAmd64Relative = 8;      // System V ABI, AMD64 supplement.
    constexpr std::uint32_t kAarch64Relative = 1027; // ELF for the Arm 64-bit Architecture.
    switch (layout.machine) {
    case EM_X86_64: return kAmd64Relative;
    case EM_AARCH64: return kAarch64Relative;
    default: return std::nullopt;
    }
}

/// Elf64_Rela: address, type and symbol, addend.
std::vector<golang::LoadedPointer> loadedPointers(const ElfLayout& layout,
                                                  const ElfSections& sections)
{
    std::vector<golang::LoadedPointer> pointers;
    const auto relative = relativeRelocation(layout);
    const auto content = layout.is64 && relative ? sections.content(".rela.dyn") : std::nullopt;
    if (!content)
        return pointers;
    ByteReader reader(content->span(), layout.order);
    while (reader.remaining() >= 24) {
        const auto address = reader.u64();
        const auto info = reader.u64();
        const auto addend = reader.u64();
        if (static_cast<std::uint32_t>(info) == *relative)
            pointers.push_back({.address = address, .target = addend});
    }
    std::ranges::sort(pointers, {}, &golang::LoadedPointer::address);
    return pointers;
}

} // namespace

std::optional<golang::ProgramImage>
goImageOf(const ByteView& file, const ElfLayout& layout, const ElfSections& sections)
{
    golang::ProgramImage image;
    for (const auto name : kTableSections) {
        const auto* section = sections.find(name);
        auto content = section != nullptr ? sections.content(*section) : std::nullopt;
        if (content)
            image.functionTable = {section->address, *std::move(content), false};
    }
    if (!image.functionTable && !layout.sections.empty())
        return std::nullopt;
    image.order = layout.order;
    image.wordBytes = static_cast<unsigned>(layout.wordBytes());
    image.loadAddress = layout.loadAddress();
    for (const auto& segment : layout.segments) {
        if (segment.type != PT_LOAD || segment.offset > file.size())
            continue;
        const auto sizeBytes = std::min(segment.fileSizeBytes, file.size() - segment.offset);
        if (auto content = file.slice(segment.offset, sizeBytes))
            image.parts.push_back(
                {segment.address, *std::move(content), (segment.flags & PF_X) != 0});
    }
    image.pointers = loadedPointers(layout, sections);
    return image;
}

} // namespace faultline::elf
