// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_object.h"

#include "core/formats/debug/dwarf/dwarf_reader.h"
#include "core/formats/debug/dwarf/split_units.h"
#include "core/formats/debug/dwarf/value_reader.h"
#include "core/formats/debug/elf/elf_companions.h"
#include "core/formats/debug/elf/elf_constants.h"
#include "core/formats/debug/elf/elf_go.h"
#include "core/formats/debug/elf/elf_identity.h"
#include "core/formats/debug/elf/elf_symbols.h"
#include "core/formats/debug/elf/elf_unwind.h"
#include "core/formats/debug/golang/go_debug_info.h"
#include "core/formats/debug/object/debug_info.h"
#include "core/packing/compression.h"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace faultline::elf {

namespace {

using namespace elf;

class ElfObject final : public object::Object
{
public:
    ElfObject(ByteView file, ElfLayout layout, const ParseLimits& limits)
        : m_file(std::move(file)), m_layout(std::move(layout)), m_limits(limits),
          m_sections(m_file, m_layout, limits),
          m_buildId(findBuildId(m_file.span(), m_layout, m_sections))
    {
    }

    object::FileFormat format() const override { return object::FileFormat::Elf; }

    object::ObjectKind kind() const override { return kindOf(m_layout, m_sections); }

    Arch arch() const override { return archOf(m_layout); }

    DebugId debugId() const override { return debugIdOf(m_buildId, m_layout, m_sections); }

    CodeId codeId() const override { return CodeId::fromBinary(m_buildId); }

    std::vector<DebugId> otherDebugIds() const override
    {
        if (!m_buildId.empty())
            return {};
        return foreignTextIdsOf(m_file.span(), m_layout, m_sections);
    }

    std::uint64_t loadAddress() const override { return m_layout.loadAddress(); }

    std::endian byteOrder() const override { return m_layout.order; }

    ByteView bytes() const override { return m_file; }

    ObjectFeatures features() const override;
    std::vector<object::CompanionReference> companions() const override;
    std::vector<std::string> warnings() const override;
    std::vector<object::Symbol> symbols() const override;

    std::uint64_t lostNames() const override { return m_lostNames; }

    std::unique_ptr<object::DebugInfoReader> debugInfo() const override
    {
        return debugInfoWith({});
    }

    std::unique_ptr<object::DebugInfoReader>
    debugInfoWith(std::span<const object::ObjectPtr> companions) const override;
    std::unique_ptr<object::ValueInfoReader>
    valueInfoWith(std::span<const object::ObjectPtr> companions) const override;
    std::vector<object::ImageRange> ranges() const override;
    std::optional<ByteView> section(std::string_view name) const override;
    std::optional<ByteView> readImage(std::uint64_t linkedAddress,
                                      std::uint64_t sizeBytes) const override;
    std::shared_ptr<const golang::GoProgram> goProgram() const override;

private:
    bool hasUnwindInfo() const;
    bool needsLinking() const;
    const ElfObject* miniDebugInfo() const;
    dwarf::DwarfInput dwarfInput() const;
    std::optional<dwarf::DwarfCompanion> companionOf(const object::ObjectPtr& object) const;
    void addCompanions(std::span<const object::ObjectPtr> companions,
                       dwarf::DwarfInput& input) const;

    ByteView m_file;
    ElfLayout m_layout;
    ParseLimits m_limits;
    ElfSections m_sections;
    Bytes m_buildId;
    mutable std::atomic<std::uint64_t> m_lostNames = 0; // By the last call of symbols().
    mutable std::once_flag m_miniOnce;
    mutable std::unique_ptr<const ElfObject> m_mini; // Written once, under m_miniOnce.
    mutable std::once_flag m_goOnce;
    mutable std::shared_ptr<const golang::GoProgram> m_go; // Written once, under m_goOnce.
};

/// In a relocatable file all section addresses are 0, and there are no segments.
bool isRelocatable(const ElfLayout& layout)
{
    return layout.type == ET_REL;
}

/// The number to add to relative addresses of a file that was made from another one. Its code
/// reveals it: prelink moves programs later, and objcopy may leave the first segment without its
/// beginning.
std::uint64_t shiftOf(const ElfLayout& part, const ElfLayout& whole)
{
    const auto textOf = [](const ElfLayout& layout) {
        return std::ranges::find(layout.sections, ".text", &ElfSection::name);
    };
    const auto partText = textOf(part);
    const auto wholeText = textOf(whole);
    if (partText == part.sections.end() || wholeText == whole.sections.end())
        return 0;
    return (wholeText->address - whole.loadAddress()) - (partText->address - part.loadAddress());
}

/// Relative [begin, end) ranges of executable sections.
std::vector<std::pair<std::uint64_t, std::uint64_t>> executableRanges(const ElfLayout& layout)
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
    const auto loadAddress = layout.loadAddress();
    for (const auto& section : layout.sections) {
        const bool isCode =
            (section.flags & SHF_EXECINSTR) != 0 && (section.flags & SHF_ALLOC) != 0;
        if (isCode && section.address >= loadAddress && section.sizeBytes <= ~section.address)
            ranges.emplace_back(section.address - loadAddress,
                                section.address - loadAddress + section.sizeBytes);
    }
    return ranges;
}

ObjectFeatures ElfObject::features() const
{
    ObjectFeatures features;
    features.hasDebugInfo = m_sections.isReadable(".debug_info") && !needsLinking();
    features.hasSymbols = hasSymbolTable(m_file, m_layout, m_sections) ||
                          m_sections.find(".gnu_debugdata") != nullptr || goProgram() != nullptr;
    features.hasUnwindInfo = hasUnwindInfo();
    return features;
}

/// Tells whether debug info lacks what its relocations would add: addresses of code, but also
/// offsets of names and line tables. A linker applies them. Files of split debug info have none.
bool ElfObject::needsLinking() const
{
    return isRelocatable(m_layout) && (m_sections.find(".rela.debug_info") != nullptr ||
                                       m_sections.find(".rel.debug_info") != nullptr);
}

bool ElfObject::hasUnwindInfo() const
{
    const auto order = m_layout.order;
    const auto frames = section(".eh_frame");
    if (frames && hasFrameDescription(frames->span(), order, FrameSection::EhFrame))
        return true;
    const auto debugFrames = section(".debug_frame");
    if (debugFrames && hasFrameDescription(debugFrames->span(), order, FrameSection::DebugFrame))
        return true;
    // All that most 32-bit ARM code has (ARM IHI 0038, "Exception handling ABI").
    const auto index = section(".ARM.exidx");
    return (index && !index->empty()) || goProgram() != nullptr;
}

std::vector<object::CompanionReference> ElfObject::companions() const
{
    auto companions = readCompanions(m_layout, m_sections);
    // Skeleton units reach their code through .debug_addr; without it there is nothing to look for.
    if (m_sections.find(".debug_addr") == nullptr)
        return companions;
    for (auto& unit : dwarf::findSplitUnits(dwarfInput()))
        companions.push_back({object::CompanionReference::Kind::SplitDwarf, std::move(unit.name),
                              std::move(unit.id)});
    return companions;
}

std::vector<std::string> ElfObject::warnings() const
{
    auto warnings = m_layout.warnings;
    for (auto& warning : m_sections.warnings())
        warnings.push_back(std::move(warning));
    return warnings;
}

/// The xz-compressed ELF in .gnu_debugdata (GDB manual, "MiniDebugInfo"); null when there is none.
const ElfObject* ElfObject::miniDebugInfo() const
{
    std::call_once(m_miniOnce, [this] {
        const auto packed = m_sections.content(".gnu_debugdata");
        if (!packed)
            return;
        auto unpacked = packing::decompressXz(
            packed->span(),
            packing::expansionLimit(packed->size(), m_limits.maxDecompressedSectionBytes));
        if (!unpacked)
            return m_sections.warn(concat("section .gnu_debugdata: ", unpacked.error().detail));
        auto layout = readLayout(unpacked->span(), m_limits);
        // One level only: whatever the inner file carries in a .gnu_debugdata of its own is not
        // opened.
        if (layout)
            m_mini = std::make_unique<const ElfObject>(*std::move(unpacked), *std::move(layout),
                                                       m_limits);
        else
            m_sections.warn(concat("section .gnu_debugdata: ", layout.error().detail));
    });
    return m_mini.get();
}

std::vector<object::Symbol> ElfObject::symbols() const
{
    std::uint64_t lostNames = 0;
    auto symbols = readSymbols(m_file, m_layout, m_sections, lostNames);
    if (const auto* mini = miniDebugInfo()) {
        const auto shift = shiftOf(mini->m_layout, m_layout);
        for (auto symbol : readSymbols(mini->m_file, mini->m_layout, mini->m_sections, lostNames)) {
            symbol.address += shift;
            symbols.push_back(symbol);
        }
    }
    m_lostNames = lostNames;
    return symbols;
}

dwarf::DwarfInput ElfObject::dwarfInput() const
{
    dwarf::DwarfInput input;
    // The reader holds the sections, so it must not outlive them.
    input.section = [this](std::string_view name) { return m_sections.lend(concat(".", name)); };
    input.byteOrder = m_layout.order;
    input.loadAddress = m_layout.loadAddress();
    input.isRelocatable = isRelocatable(m_layout);
    return input;
}

/// The role of a file for this one's debug info. Absent, with a warning, when it does not belong.
std::optional<dwarf::DwarfCompanion> ElfObject::companionOf(const object::ObjectPtr& object) const
{
    dwarf::DwarfCompanion companion;
    companion.byteOrder = object->byteOrder();
    companion.section = [object](std::string_view name) {
        return object->section(concat(".", name));
    };
    if (object->section(".debug_cu_index") || object->section(".debug_info.dwo")) {
        companion.kind = dwarf::DwarfCompanion::Kind::Split;
        companion.name = "split debug info"; // Units say by their ids whether they belong.
        return companion;
    }
    const auto found = supplementaryIdOf(*object);
    for (const auto& reference : readCompanions(m_layout, m_sections)) {
        if (reference.kind != object::CompanionReference::Kind::AltLink)
            continue;
        if (reference.identity == found) {
            companion.name = reference.name;
            return companion;
        }
        m_sections.warn(
            concat("supplementary file has id ", found, " instead of ", reference.identity));
    }
    return std::nullopt;
}

void ElfObject::addCompanions(std::span<const object::ObjectPtr> companions,
                              dwarf::DwarfInput& input) const
{
    for (const auto& object : companions) {
        if (auto companion = companionOf(object))
            input.companions.push_back(*std::move(companion));
    }
}

std::unique_ptr<object::ValueInfoReader>
ElfObject::valueInfoWith(std::span<const object::ObjectPtr> companions) const
{
    if (needsLinking())
        return nullptr;
    auto input = dwarfInput();
    addCompanions(companions, input);
    if (!input.isRelocatable)
        input.executableRanges = executableRanges(m_layout);
    auto reader = dwarf::makeValueReader(input, m_limits);
    return reader ? *std::move(reader) : nullptr;
}

std::unique_ptr<object::DebugInfoReader>
ElfObject::debugInfoWith(std::span<const object::ObjectPtr> companions) const
{
    if (needsLinking()) {
        m_sections.warn(
            "debug info: of an unlinked file, whose addresses and names are not known yet");
        return nullptr;
    }
    auto input = dwarfInput();
    addCompanions(companions, input);
    auto info = m_sections.take(".debug_info");
    if (info) {
        input.ownsInfo = info->isPrivate;
        input.section = [this, content = info->content](std::string_view name) {
            return name == "debug_info" ? content : m_sections.lend(concat(".", name));
        };
    }
    info.reset();
    input.symbols = symbols();
    if (!input.isRelocatable)
        input.executableRanges = executableRanges(m_layout);
    auto reader = dwarf::makeDwarfReader(std::move(input), m_limits);
    if (reader)
        return *std::move(reader);
    if (reader.error().kind != ErrorKind::NotFound)
        m_sections.warn(concat("debug info: ", reader.error().detail));
    auto go = goProgram();
    return go ? golang::makeGoDebugInfo(std::move(go)) : nullptr;
}

std::shared_ptr<const golang::GoProgram> ElfObject::goProgram() const
{
    std::call_once(m_goOnce, [this] {
        auto image = goImageOf(m_file, m_layout, m_sections);
        if (!image)
            return;
        auto program = golang::openGoProgram(*std::move(image));
        if (program)
            m_go = *std::move(program);
        else if (program.error().kind != ErrorKind::NotFound)
            m_sections.warn(program.error().detail);
    });
    return m_go;
}

std::vector<object::ImageRange> ElfObject::ranges() const
{
    std::vector<object::ImageRange> ranges;
    bool hasFrames = false;
    for (const auto& section : m_layout.sections) {
        if ((section.flags & SHF_ALLOC) == 0 || section.name.empty())
            continue;
        hasFrames = hasFrames || section.name == ".eh_frame_hdr" || section.name == ".eh_frame";
        ranges.push_back({std::string(section.name), section.address, section.sizeBytes,
                          (section.flags & SHF_EXECINSTR) != 0, (section.flags & SHF_WRITE) != 0});
    }
    if (hasFrames)
        return ranges;
    if (const auto header = frameHeaderFromSegments(m_file, m_layout))
        ranges.push_back({".eh_frame_hdr", header->address, header->content.size(), false, false});
    if (const auto frames = framesFromSegments(m_file, m_layout))
        ranges.push_back({".eh_frame", frames->address, frames->content.size(), false, false});
    return ranges;
}

std::optional<ByteView> ElfObject::section(std::string_view name) const
{
    if (m_sections.find(name) != nullptr)
        return isRelocatable(m_layout) && name.ends_with(".dwo") ? m_sections.joined(name)
                                                                 : m_sections.content(name);
    // Section headers may be stripped; a separate debug file has them, but without bytes in the
    // file.
    if (!m_layout.sections.empty())
        return std::nullopt;
    std::optional<UnwindBytes> found;
    if (name == ".eh_frame_hdr")
        found = frameHeaderFromSegments(m_file, m_layout);
    else if (name == ".eh_frame")
        found = framesFromSegments(m_file, m_layout);
    return found ? std::optional(std::move(found->content)) : std::nullopt;
}

std::optional<ByteView> ElfObject::readImage(std::uint64_t linkedAddress,
                                             std::uint64_t sizeBytes) const
{
    const auto mapped = m_layout.mappedFrom(m_file.span(), linkedAddress);
    if (mapped.empty() || sizeBytes == 0)
        return std::nullopt;
    const auto offset = static_cast<std::uint64_t>(mapped.data() - m_file.data());
    return m_file.slice(offset, std::min<std::uint64_t>(sizeBytes, mapped.size()));
}

} // namespace

Result<object::ObjectPtr> openElf(ByteView file, const ParseLimits& limits)
{
    FL_TRY(auto layout, readLayout(file.span(), limits));
    return std::make_shared<const ElfObject>(std::move(file), std::move(layout), limits);
}

} // namespace faultline::elf
