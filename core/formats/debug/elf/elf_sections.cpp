// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_sections.h"

#include "core/formats/debug/elf/elf_constants.h"
#include "core/formats/debug/object/zipped_sections.h"
#include "core/packing/compression.h"

#include <algorithm>

namespace faultline::elf {

namespace {

constexpr std::string_view kLegacyPrefix = ".zdebug_";

/// Limit for the content that isReadable() decompresses to test a section.
constexpr std::uint64_t kMaxTriedBytes = 1 << 20;

/// docs/spec/native.md §2.4: sections without bytes, at offset 0, or whose name has no leading dot
/// are ignored.
bool isUsable(const ElfSection& section)
{
    return section.type != SHT_NOBITS && section.type != SHT_NULL && section.offset != 0 &&
           section.name.starts_with('.');
}

bool isLegacyCompressed(const ElfSection& section)
{
    return section.name.starts_with(kLegacyPrefix);
}

/// ".zdebug_info" is a compressed ".debug_info".
bool namesMatch(const ElfSection& section, std::string_view wanted)
{
    if (section.name == wanted)
        return true;
    return isLegacyCompressed(section) && wanted.starts_with(".debug_") &&
           section.name.substr(2) == wanted.substr(1);
}

} // namespace

ElfSections::ElfSections(ByteView file, const ElfLayout& layout, const ParseLimits& limits)
    : m_file(std::move(file)), m_layout(layout), m_limits(limits),
      m_slots(std::make_unique<Slot[]>(layout.sections.size()))
{
}

const ElfSection* ElfSections::find(std::string_view name) const
{
    for (const auto& section : m_layout.sections) {
        if (isUsable(section) && namesMatch(section, name))
            return &section;
    }
    return nullptr;
}

std::optional<ByteView> ElfSections::content(std::string_view name) const
{
    const auto* section = find(name);
    return section == nullptr ? std::nullopt : content(*section);
}

std::optional<ByteView> ElfSections::content(const ElfSection& section) const
{
    auto& slot = slotOf(section);
    const std::scoped_lock lock(slot.mutex);
    slot.kept = obtain(section, slot);
    return slot.kept;
}

bool ElfSections::isReadable(std::string_view name) const
{
    const auto* section = find(name);
    if (section == nullptr)
        return false;
    auto& slot = slotOf(*section);
    const std::scoped_lock lock(slot.mutex);
    const auto packed = packedHeader(*section);
    const bool isHeaderEnough =
        packed && packed->sizeBytes > kMaxTriedBytes && packed->sizeBytes <= packed->limitBytes;
    return isHeaderEnough ? !slot.isDamaged : obtain(*section, slot).has_value();
}

std::optional<ByteView> ElfSections::joined(std::string_view name) const
{
    std::vector<ByteView> parts;
    std::uint64_t storedBytes = 0;
    std::uint64_t sizeBytes = 0;
    for (const auto& section : m_layout.sections) {
        if (!isUsable(section) || !namesMatch(section, name))
            continue;
        storedBytes += std::min<std::uint64_t>(section.sizeBytes, m_file.size());
        if (auto part = content(section)) {
            sizeBytes += part->size();
            parts.push_back(*std::move(part));
        }
        // Sections that overlap could make a small file claim any amount.
        if (storedBytes > m_file.size() || sizeBytes > m_limits.maxDecompressedSectionBytes) {
            warn(concat("sections ", name, ": their sizes exceed the file"));
            return std::nullopt;
        }
    }
    if (parts.size() < 2)
        return parts.empty() ? std::nullopt : std::optional(std::move(parts.front()));
    std::vector<std::byte> all;
    all.reserve(sizeBytes);
    for (const auto& part : parts)
        all.insert(all.end(), part.span().begin(), part.span().end());
    return ByteView::fromVector(std::move(all));
}

std::optional<ByteView> ElfSections::lend(std::string_view name) const
{
    const auto* section = find(name);
    if (section == nullptr)
        return std::nullopt;
    auto& slot = slotOf(*section);
    const std::scoped_lock lock(slot.mutex);
    auto content = obtain(*section, slot);
    if (content) {
        slot.lentOwner = content->owner();
        slot.lentBytes = content->span();
    }
    slot.kept.reset();
    return content;
}

std::optional<ElfSections::Taken> ElfSections::take(std::string_view name) const
{
    const auto* section = find(name);
    if (section == nullptr)
        return std::nullopt;
    auto& slot = slotOf(*section);
    const std::scoped_lock lock(slot.mutex);
    auto content = obtain(*section, slot);
    slot.kept.reset();
    slot.lentOwner.reset();
    if (!content)
        return std::nullopt;
    const bool isDecompressed =
        content->data() < m_file.data() || content->data() >= m_file.data() + m_file.size();
    const bool isPrivate = isDecompressed && content->owner().use_count() == 1;
    return Taken{*std::move(content), isPrivate};
}

ElfSections::Slot& ElfSections::slotOf(const ElfSection& section) const
{
    return m_slots[static_cast<std::size_t>(&section - m_layout.sections.data())];
}

/// The section that is kept or lent out, otherwise a new one. Requires the slot's mutex.
std::optional<ByteView> ElfSections::obtain(const ElfSection& section, Slot& slot) const
{
    if (slot.kept || slot.isDamaged)
        return slot.kept;
    if (auto owner = slot.lentOwner.lock())
        return ByteView(std::move(owner), slot.lentBytes);
    auto loaded = load(section);
    if (loaded)
        return *std::move(loaded);
    slot.isDamaged = true;
    warn(concat("section ", section.name, ": ", loaded.error().detail));
    return std::nullopt;
}

std::vector<std::string> ElfSections::warnings() const
{
    const std::scoped_lock lock(m_mutex);
    return m_warnings;
}

void ElfSections::warn(std::string text) const
{
    const std::scoped_lock lock(m_mutex);
    if (std::ranges::find(m_warnings, text) == m_warnings.end())
        m_warnings.push_back(std::move(text));
}

Result<ByteView> ElfSections::load(const ElfSection& section) const
{
    if (section.type == SHT_NOBITS)
        return fail(ErrorKind::NotFound, "no bytes in the file");
    const auto stored = m_file.slice(section.offset, section.sizeBytes);
    if (!stored)
        return fail(ErrorKind::Malformed, section.sizeBytes, " bytes at offset ",
                    Hex{section.offset}, " do not fit ", m_file.size(), " bytes");
    if ((section.flags & SHF_COMPRESSED) != 0)
        return loadCompressed(*stored);
    if (!isLegacyCompressed(section))
        return *stored;
    FL_TRY(auto unpacked, object::unzipSection(*stored, m_limits));
    return unpacked ? *std::move(unpacked) : *stored;
}

/// Absent for a section that is not compressed, and for a damaged header.
std::optional<ElfSections::PackedSection> ElfSections::packedHeader(const ElfSection& section) const
{
    const auto stored = m_file.slice(section.offset, section.sizeBytes);
    const auto packed = stored && (section.flags & SHF_COMPRESSED) != 0
                            ? readPacked(*stored)
                            : fail(ErrorKind::NotFound, "not compressed");
    return packed ? std::optional(*packed) : std::nullopt;
}

/// Elf32_Chdr and Elf64_Chdr of the gABI.
Result<ElfSections::PackedSection> ElfSections::readPacked(const ByteView& stored) const
{
    ByteReader reader(stored.span(), m_layout.order);
    PackedSection packed{};
    packed.algorithm = reader.u32();
    if (m_layout.is64)
        reader.u32(); // ch_reserved
    packed.sizeBytes = m_layout.is64 ? reader.u64() : reader.u32();
    reader.skip(m_layout.wordBytes()); // ch_addralign
    if (!reader.ok())
        return fail(ErrorKind::Malformed, "compression header is cut off");
    packed.data = stored.span().subspan(reader.offset());
    packed.limitBytes =
        packing::expansionLimit(packed.data.size(), m_limits.maxDecompressedSectionBytes);
    if (packed.algorithm != ELFCOMPRESS_ZLIB && packed.algorithm != ELFCOMPRESS_ZSTD)
        return fail(ErrorKind::Unsupported, "compression type ", packed.algorithm,
                    ", expected 1 or 2");
    return packed;
}

Result<ByteView> ElfSections::loadCompressed(const ByteView& stored) const
{
    FL_TRY(const auto packed, readPacked(stored));
    if (packed.algorithm == ELFCOMPRESS_ZLIB)
        return packing::inflateZlib(packed.data, packed.sizeBytes, packed.limitBytes);
    return packing::decompressZstd(packed.data, packed.sizeBytes, packed.limitBytes);
}

} // namespace faultline::elf
