// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pe/pe_image.h"

#include "core/base/hex.h"

#include <algorithm>
#include <numeric>

namespace faultline::pe {

namespace {

constexpr std::uint16_t kDosMagic = 0x5a4d;        // "MZ"
constexpr std::uint32_t kPeSignature = 0x00004550; // "PE\0\0"
constexpr std::uint64_t kNewHeaderField = 0x3c;
constexpr std::uint16_t kMagicPe32 = 0x10b;
constexpr std::uint16_t kMagicPe32Plus = 0x20b;
constexpr std::uint16_t kMachineI386 = 0x14c;
constexpr std::uint16_t kFileIsDll = 0x2000;
constexpr std::size_t kCoffSymbolBytes = 18;
constexpr std::size_t kMaxSectionNameBytes = 1024; // Names of many sections may share one text.

/// Position of the PE signature; absent when this is no PE file.
std::optional<std::uint32_t> findPeHeader(Bytes file)
{
    ByteReader reader(file);
    if (reader.u16() != kDosMagic)
        return std::nullopt;
    reader.seek(kNewHeaderField);
    const auto offset = reader.u32();
    reader.seek(offset);
    if (reader.u32() != kPeSignature || !reader.ok())
        return std::nullopt;
    return offset;
}

} // namespace

Arch archOfCoffMachine(std::uint16_t machine)
{
    switch (machine) {
    case kMachineI386: return Arch::X86;
    case 0x8664: return Arch::Amd64;
    case 0x1c0: // ARM
    case 0x1c2: // THUMB
    case 0x1c4: return Arch::Arm;
    case 0xaa64: // ARM64, ARM64EC, ARM64X
    case 0xa641:
    case 0xa64e: return Arch::Arm64;
    case 0x1f0:
    case 0x1f1: return Arch::Ppc;
    default: return Arch::Unknown;
    }
}

bool PeImage::looksLike(Bytes file)
{
    return findPeHeader(file).has_value();
}

Result<PeImage> PeImage::open(ByteView file)
{
    PeImage image(std::move(file));
    FL_CHECK(image.readHeaders());
    image.sortByAddress();
    return image;
}

Result<void> PeImage::readHeaders()
{
    const auto start = findPeHeader(m_file.span());
    if (!start)
        return fail(ErrorKind::Unsupported, "no pe signature");
    ByteReader reader(m_file.span());
    reader.seek(*start + 4ull);
    m_machine = reader.u16();
    const auto sectionCount = reader.u16();
    m_timestamp = reader.u32();
    const auto symbolTableOffset = reader.u32();
    const auto symbolCount = reader.u32();
    const auto optionalSize = reader.u16();
    m_characteristics = reader.u16();
    if (!reader.ok())
        return fail(ErrorKind::Malformed, "coff header at offset ", Hex{*start + 4ull},
                    ": file has ", m_file.size(), " bytes");
    const auto sectionTable = reader.offset() + optionalSize;
    if (optionalSize != 0)
        FL_CHECK(readOptionalHeader(reader, optionalSize));
    if (!reader.table(sectionTable, sectionCount, kCoffSectionBytes))
        return fail(ErrorKind::Malformed, "section table: ", sectionCount, " headers at offset ",
                    Hex{sectionTable}, " do not fit ", m_file.size(), " bytes");
    reader.seek(sectionTable);
    m_sections = readCoffSections(reader, sectionCount);
    locateSymbolTable(symbolTableOffset, symbolCount);
    return {};
}

Result<void> PeImage::readOptionalHeader(ByteReader& reader, std::size_t sizeBytes)
{
    const auto start = reader.offset();
    const auto body = reader.bytes(sizeBytes);
    ByteReader header(body);
    const auto magic = header.u16();
    if (magic != kMagicPe32 && magic != kMagicPe32Plus)
        return fail(ErrorKind::Malformed, "optional header at offset ", Hex{start}, ": magic ",
                    Hex{magic});
    const bool is64 = magic == kMagicPe32Plus;
    header.seek(is64 ? 24 : 28);
    m_imageBase = is64 ? header.u64() : header.u32();
    header.seek(56);
    m_sizeOfImage = header.u32();
    m_sizeOfHeaders = header.u32();
    header.seek(is64 ? 108 : 92);
    const auto declared = header.u32();
    if (!header.ok())
        return fail(ErrorKind::Malformed, "optional header at offset ", Hex{start}, ": ", sizeBytes,
                    " bytes");
    const auto count = std::min<std::size_t>(declared, header.remaining() / 8);
    for (std::size_t i = 0; i < count; ++i) {
        const auto rva = header.u32();
        m_directories.push_back({rva, header.u32()});
    }
    return {};
}

void PeImage::locateSymbolTable(std::uint32_t offset, std::uint32_t count)
{
    if (offset == 0)
        return;
    ByteReader reader(m_file.span());
    const auto records = reader.table(offset, count, kCoffSymbolBytes);
    if (!records)
        return;
    m_symbolRecords = *records;
    reader.seek(offset + std::uint64_t{count} * kCoffSymbolBytes);
    const auto strings = reader.span().subspan(reader.offset());
    const auto declared = reader.u32();
    if (reader.ok())
        m_stringTable = strings.first(std::min<std::size_t>(declared, strings.size()));
}

void PeImage::sortByAddress()
{
    m_byAddress.resize(m_sections.size());
    std::iota(m_byAddress.begin(), m_byAddress.end(), 0u);
    std::stable_sort(m_byAddress.begin(), m_byAddress.end(),
                     [this](auto a, auto b) { return m_sections[a].rva < m_sections[b].rva; });
}

Arch PeImage::arch() const
{
    return archOfCoffMachine(m_machine);
}

bool PeImage::isI386() const
{
    return m_machine == kMachineI386;
}

bool PeImage::isDll() const
{
    return (m_characteristics & kFileIsDll) != 0;
}

PeImage::DataDirectory PeImage::directory(Directory index) const
{
    return index < m_directories.size() ? m_directories[index] : DataDirectory{};
}

Bytes PeImage::coffStringsFrom(std::uint32_t offset) const
{
    constexpr std::uint32_t kFirst = 4; // After the table's size.
    return offset >= kFirst && offset < m_stringTable.size() ? m_stringTable.subspan(offset)
                                                             : Bytes();
}

std::string_view PeImage::sectionName(const CoffSection& section) const
{
    if (!section.name.starts_with('/'))
        return section.name;
    const auto offset = parseDecimal(section.name.substr(1));
    if (!offset || *offset > UINT32_MAX)
        return section.name;
    const auto bytes = coffStringsFrom(static_cast<std::uint32_t>(*offset));
    ByteReader reader(bytes.first(std::min(bytes.size(), kMaxSectionNameBytes)));
    const auto name = reader.cString();
    return name.empty() ? section.name : name;
}

std::optional<ByteView> PeImage::sectionBytes(const CoffSection& section) const
{
    if (section.rawOffset == 0 || section.rawOffset >= m_file.size())
        return std::nullopt;
    const auto wanted = std::min(section.memorySize(), section.rawSize);
    const auto available = std::min<std::uint64_t>(wanted, m_file.size() - section.rawOffset);
    return available == 0 ? std::nullopt : m_file.slice(section.rawOffset, available);
}

std::optional<ByteView> PeImage::atRva(std::uint64_t rva, std::uint64_t sizeBytes) const
{
    if (sizeBytes == 0)
        return std::nullopt;
    if (rva < m_sizeOfHeaders) {
        const auto headers =
            m_file.slice(0, std::min<std::uint64_t>(m_sizeOfHeaders, m_file.size()));
        if (!headers || rva >= headers->size())
            return std::nullopt;
        return headers->slice(rva, std::min<std::uint64_t>(sizeBytes, headers->size() - rva));
    }
    const auto after =
        std::upper_bound(m_byAddress.begin(), m_byAddress.end(), rva,
                         [this](auto value, auto index) { return value < m_sections[index].rva; });
    if (after == m_byAddress.begin())
        return std::nullopt;
    const auto& section = m_sections[*std::prev(after)];
    const auto body = sectionBytes(section);
    const auto offset = rva - section.rva;
    if (!body || offset >= body->size())
        return std::nullopt;
    return body->slice(offset, std::min<std::uint64_t>(sizeBytes, body->size() - offset));
}

} // namespace faultline::pe
