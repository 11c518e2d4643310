// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_companions.h"

#include "core/base/hex.h"
#include "core/formats/debug/object/debug_link.h"

namespace faultline::elf {

namespace {

using Kind = object::CompanionReference::Kind;

/// A NUL-terminated path and the raw build id of the file meant, up to the section's end (dwz).
std::optional<object::CompanionReference> readAltLink(Bytes bytes)
{
    ByteReader reader(bytes);
    const auto name = reader.cString();
    if (!reader.ok() || name.empty())
        return std::nullopt;
    return object::CompanionReference{Kind::AltLink, std::string(name),
                                      hexOfBytes(reader.bytes(reader.remaining()))};
}

/// .debug_sup, DWARF 5 §7.3.6.
struct SupplementaryRecord
{
    bool isSupplementary = false; ///< This file is the one that others refer to.
    std::string_view path;
    Bytes checksum;
};

std::optional<SupplementaryRecord> readSupplementary(Bytes bytes, std::endian order)
{
    ByteReader reader(bytes, order);
    const auto version = reader.u16();
    SupplementaryRecord record;
    record.isSupplementary = reader.u8() != 0;
    record.path = reader.cString();
    record.checksum = reader.bytes(reader.uleb128());
    return reader.ok() && version == 5 ? std::optional(record) : std::nullopt;
}

/// A supplementary file names none itself.
std::optional<object::CompanionReference> readSupplementaryLink(Bytes bytes, std::endian order)
{
    const auto record = readSupplementary(bytes, order);
    if (!record || record->isSupplementary || record->path.empty())
        return std::nullopt;
    return object::CompanionReference{Kind::AltLink, std::string(record->path),
                                      hexOfBytes(record->checksum)};
}

void append(std::vector<object::CompanionReference>& out,
            std::optional<object::CompanionReference> reference)
{
    if (reference)
        out.push_back(*std::move(reference));
}

} // namespace

std::vector<object::CompanionReference> readCompanions(const ElfLayout& layout,
                                                       const ElfSections& sections)
{
    std::vector<object::CompanionReference> companions;
    if (const auto link = sections.content(".gnu_debuglink"))
        append(companions, object::readDebugLink(link->span(), layout.order));
    if (const auto link = sections.content(".gnu_debugaltlink"))
        append(companions, readAltLink(link->span()));
    if (const auto link = sections.content(".debug_sup"))
        append(companions, readSupplementaryLink(link->span(), layout.order));
    if (sections.find(".gnu_debugdata") != nullptr)
        companions.push_back({Kind::MiniDebugInfo, ".gnu_debugdata", {}});
    return companions;
}

std::string supplementaryIdOf(const object::Object& object)
{
    if (const auto section = object.section(".debug_sup")) {
        const auto record = readSupplementary(section->span(), object.byteOrder());
        if (record && record->isSupplementary)
            return hexOfBytes(record->checksum);
    }
    return std::string{object.codeId().text()};
}

} // namespace faultline::elf
