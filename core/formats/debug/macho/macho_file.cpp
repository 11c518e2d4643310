// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/macho/macho_file.h"

#include <algorithm>
#include <numeric>

namespace faultline::macho {

namespace {

constexpr std::uint32_t kMagic32 = 0xfeedface;
constexpr std::uint32_t kMagic64 = 0xfeedfacf;

constexpr std::uint32_t kLcSegment = 0x1;
constexpr std::uint32_t kLcSymtab = 0x2;
constexpr std::uint32_t kLcSegment64 = 0x19;
constexpr std::uint32_t kLcUuid = 0x1b;
constexpr std::uint32_t kLcFunctionStarts = 0x26;

constexpr std::uint32_t kProtWrite = 2;
constexpr std::uint32_t kProtExecute = 4;

constexpr std::size_t kNameBytes = 16;
constexpr std::size_t kSectionBytes32 = 68;
constexpr std::size_t kSectionBytes64 = 80;

// Section types in the low byte of the flags.
constexpr std::uint32_t kZeroFill = 0x1;
constexpr std::uint32_t kGigabyteZeroFill = 0xc;
constexpr std::uint32_t kThreadLocalZeroFill = 0x12;

// Attributes in the others.
constexpr std::uint32_t kPureInstructions = 0x80000000;
constexpr std::uint32_t kSomeInstructions = 0x400;

struct Magic
{
    std::endian order = std::endian::little;
    bool is64 = false;
};

std::optional<Magic> readMagic(Bytes file)
{
    for (const auto order : {std::endian::little, std::endian::big}) {
        ByteReader reader(file, order);
        const auto magic = reader.u32();
        if (magic == kMagic32 || magic == kMagic64)
            return Magic{order, magic == kMagic64};
    }
    return std::nullopt;
}

std::string_view fixedName(ByteReader& reader)
{
    const auto text = asText(reader.bytes(kNameBytes));
    return text.substr(0, text.find('\0'));
}

std::uint64_t address(ByteReader& reader, bool is64)
{
    return is64 ? reader.u64() : reader.u32();
}

bool isZeroFillType(std::uint32_t flags)
{
    const auto type = flags & 0xff;
    return type == kZeroFill || type == kGigabyteZeroFill || type == kThreadLocalZeroFill;
}

/// The names agree in the part of the wanted one that a section header can hold.
bool matchesName(std::string_view stored, std::string_view wantedWithoutPrefix)
{
    if (!stored.starts_with("__"))
        return false;
    stored.remove_prefix(2);
    return stored == wantedWithoutPrefix.substr(0, kNameBytes - 2);
}

Arch archOfArm(std::uint32_t subtype)
{
    switch (subtype) {
    case 0: return Arch::Arm;
    case 6: return Arch::ArmV6;
    case 7: return Arch::ArmV5;
    case 9: return Arch::ArmV7;
    case 10: return Arch::ArmV7f;
    case 11: return Arch::ArmV7s;
    case 12: return Arch::ArmV7k;
    case 14: return Arch::ArmV6m;
    case 15: return Arch::ArmV7m;
    case 16: return Arch::ArmV7em;
    default: return Arch::ArmUnknown;
    }
}

} // namespace

Arch archOfMachCpu(std::uint32_t cpuType, std::uint32_t cpuSubtype)
{
    const auto subtype = cpuSubtype & 0x00ffffff; // The high byte holds capabilities.
    switch (cpuType) {
    case 7: return subtype == 3 ? Arch::X86 : Arch::X86Unknown;
    case 0x01000007:
        return subtype == 3 ? Arch::Amd64 : subtype == 8 ? Arch::Amd64h : Arch::Amd64Unknown;
    case 12: return archOfArm(subtype);
    case 0x0100000c:
        return subtype == 0   ? Arch::Arm64
               : subtype == 1 ? Arch::Arm64V8
               : subtype == 2 ? Arch::Arm64e
                              : Arch::Arm64Unknown;
    case 0x0200000c:
        return subtype == 0   ? Arch::Arm64_32
               : subtype == 1 ? Arch::Arm64_32V8
                              : Arch::Arm64_32Unknown;
    case 18: return Arch::Ppc;
    case 0x01000012: return Arch::Ppc64;
    default: return Arch::Unknown;
    }
}

bool MachFile::looksLike(Bytes file)
{
    return readMagic(file).has_value();
}

Result<MachFile> MachFile::open(ByteView file, const ParseLimits& limits)
{
    MachFile result(std::move(file));
    const auto magic = readMagic(result.m_file.span());
    if (!magic)
        return fail(ErrorKind::Unsupported, "no mach-o magic at offset 0");
    result.m_order = magic->order;
    result.m_is64 = magic->is64;
    FL_CHECK(result.readLoadCommands(limits));
    result.m_byAddress.resize(result.m_segments.size());
    std::iota(result.m_byAddress.begin(), result.m_byAddress.end(), 0u);
    std::ranges::stable_sort(result.m_byAddress, {}, [&](std::uint32_t segment) {
        return result.m_segments[segment].address;
    });
    return result;
}

Result<void> MachFile::readLoadCommands(const ParseLimits& limits)
{
    ByteReader reader(m_file.span(), m_order);
    reader.skip(4);
    m_cpuType = reader.u32();
    m_cpuSubtype = reader.u32();
    m_fileType = reader.u32();
    const auto commandCount = reader.u32();
    const auto commandBytes = reader.u32();
    reader.skip(m_is64 ? 8 : 4); // Flags; a reserved word in 64-bit files.
    const auto area = reader.bytes(commandBytes);
    if (!reader.ok())
        return fail(ErrorKind::Malformed, "mach header: ", commandBytes,
                    " bytes of load commands, file has ", m_file.size());
    ByteReader commands(area, m_order);
    for (std::uint32_t i = 0; i < commandCount; ++i) {
        const auto start = commands.offset();
        const auto command = commands.u32();
        const auto sizeBytes = commands.u32();
        if (!commands.ok() || sizeBytes < 8 || sizeBytes - 8 > commands.remaining())
            return fail(ErrorKind::Malformed, "load command ", i, " of ", commandCount,
                        " at offset ", Hex{start}, ": size ", sizeBytes, ", ", area.size() - start,
                        " bytes left");
        FL_CHECK(readCommand(command, commands.bytes(sizeBytes - 8), limits));
    }
    return {};
}

Result<void> MachFile::readCommand(std::uint32_t command, Bytes body, const ParseLimits& limits)
{
    switch (command) {
    case kLcSegment: return readSegment(body, false, limits);
    case kLcSegment64: return readSegment(body, true, limits);
    case kLcSymtab: readSymbolTable(body); return {};
    case kLcUuid: readUuid(body); return {};
    case kLcFunctionStarts: readFunctionStarts(body); return {};
    default: return {};
    }
}

Result<void> MachFile::readSegment(Bytes body, bool is64, const ParseLimits& limits)
{
    ByteReader reader(body, m_order);
    MachSegment segment;
    segment.name = fixedName(reader);
    segment.address = address(reader, is64);
    segment.memorySize = address(reader, is64);
    segment.fileOffset = address(reader, is64);
    segment.fileSize = address(reader, is64);
    reader.skip(4); // Maximum protection.
    const auto protection = reader.u32();
    const auto sectionCount = reader.u32();
    reader.skip(4);
    const auto entryBytes = is64 ? kSectionBytes64 : kSectionBytes32;
    if (!reader.ok() || sectionCount > reader.remaining() / entryBytes ||
        sectionCount > limits.maxSections)
        return fail(ErrorKind::Malformed, "segment ", segment.name, ": ", sectionCount,
                    " sections in ", body.size(), " bytes");
    segment.executable = (protection & kProtExecute) != 0;
    segment.writable = (protection & kProtWrite) != 0;
    m_segments.push_back(segment);
    for (std::uint32_t i = 0; i < sectionCount; ++i)
        m_sections.push_back(readSection(reader, is64));
    return {};
}

MachSection MachFile::readSection(ByteReader& reader, bool is64) const
{
    MachSection section;
    section.name = fixedName(reader);
    section.segmentName = fixedName(reader);
    section.address = address(reader, is64);
    section.sizeBytes = address(reader, is64);
    section.fileOffset = reader.u32();
    reader.skip(12); // Alignment, relocations.
    const auto flags = reader.u32();
    section.isZeroFill = isZeroFillType(flags);
    section.hasInstructions = (flags & (kPureInstructions | kSomeInstructions)) != 0;
    reader.skip(is64 ? 12 : 8);
    section.segment = m_segments.size() - 1;
    return section;
}

void MachFile::readUuid(Bytes body)
{
    if (body.size() < 16)
        return;
    std::array<std::uint8_t, 16> uuid{};
    std::memcpy(uuid.data(), body.data(), uuid.size());
    m_uuid = DebugId::fromUuid(uuid);
}

void MachFile::readSymbolTable(Bytes body)
{
    ByteReader reader(body, m_order);
    MachSymbolTable table;
    table.symbolOffset = reader.u32();
    table.symbolCount = reader.u32();
    table.stringOffset = reader.u32();
    table.stringBytes = reader.u32();
    if (reader.ok())
        m_symbolTable = table;
}

void MachFile::readFunctionStarts(Bytes body)
{
    ByteReader reader(body, m_order);
    MachTable table;
    table.offset = reader.u32();
    table.sizeBytes = reader.u32();
    if (reader.ok())
        m_functionStarts = table;
}

Arch MachFile::arch() const
{
    return archOfMachCpu(m_cpuType, m_cpuSubtype);
}

std::uint64_t MachFile::loadAddress() const
{
    const auto text =
        std::find_if(m_segments.begin(), m_segments.end(),
                     [](const MachSegment& segment) { return segment.name == "__TEXT"; });
    return text == m_segments.end() ? 0 : text->address;
}

std::optional<ByteView> MachFile::section(std::string_view name) const
{
    if (name.starts_with("__"))
        name.remove_prefix(2);
    for (const auto& section : m_sections) {
        if (!matchesName(section.name, name))
            continue;
        if (auto bytes = sectionBytes(section))
            return bytes;
    }
    return std::nullopt;
}

std::optional<ByteView> MachFile::sectionBytes(const MachSection& section) const
{
    // dsymutil copies the headers of the executable's sections without their content and gives them
    // file offset 0.
    if (section.fileOffset == 0 || section.isZeroFill || section.sizeBytes == 0)
        return std::nullopt;
    std::uint64_t offset = section.fileOffset;
    // Section offsets have 32 bits, so those of dSYMs beyond 4 GiB have wrapped; the segment's
    // offset has not. Source: getsentry/symbolic symbolic-debuginfo/src/macho.
    const auto& segment = m_segments[section.segment];
    if (m_is64 && section.address >= segment.address)
        offset = section.address - segment.address + segment.fileOffset;
    return m_file.slice(offset, section.sizeBytes);
}

std::optional<ByteView> MachFile::atAddress(std::uint64_t address, std::uint64_t sizeBytes) const
{
    const auto* const segment = segmentAt(address);
    if (sizeBytes == 0 || segment == nullptr)
        return std::nullopt;
    const auto offset = address - segment->address;
    if (segment->fileOffset > m_file.size() || offset >= m_file.size() - segment->fileOffset)
        return std::nullopt;
    const auto position = segment->fileOffset + offset;
    const auto available = std::min(segment->fileSize - offset, m_file.size() - position);
    return m_file.slice(position, std::min(sizeBytes, available));
}

/// The first segment in the file with the bytes of an address. Segments do not overlap, so a few
/// that begin before it are enough.
const MachSegment* MachFile::segmentAt(std::uint64_t address) const
{
    constexpr std::size_t kMaxTried = 16;
    auto next =
        static_cast<std::size_t>(std::ranges::upper_bound(m_byAddress, address, {},
                                                          [this](std::uint32_t segment) {
                                                              return m_segments[segment].address;
                                                          }) -
                                 m_byAddress.begin());
    const MachSegment* first = nullptr;
    for (std::size_t tried = 0; next > 0 && tried < kMaxTried; ++tried) {
        const auto* const segment = &m_segments[m_byAddress[--next]];
        if (address - segment->address < segment->fileSize && (first == nullptr || segment < first))
            first = segment;
    }
    return first;
}

} // namespace faultline::macho
