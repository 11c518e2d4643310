// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_file.h"

#include "core/base/byte_reader.h"
#include "core/formats/debug/object/name_allowance.h"

#include <algorithm>
#include <array>
#include <set>

namespace faultline::pdb {

namespace {

/// "MINI": llvm/llvm-project llvm/include/llvm/DebugInfo/PDB/Native/RawConstants.h,
/// PdbRaw_FeatureSig.
constexpr std::uint32_t kMinimalDebugInfo = 0x494e494d;
constexpr std::size_t kInfoStream = 1;
constexpr std::size_t kDbiStream = 3;
constexpr std::uint16_t kNoStream = 0xffff;
constexpr std::uint32_t kStringTableSignature = 0xeffeeffe;
constexpr std::size_t kDbiHeaderBytes = 64;

/// Order of stream numbers in the optional debug header (microsoft-pdb, DBGTYPE).
enum DebugStream : std::size_t {
    kFpo = 0,
    kOmapFromSource = 4,
    kSections = 5,
    kNewFpo = 9,
    kOriginalSections = 10,
    kDebugStreamCount = 11
};

/// Reads a serialised bit vector: u32 word count, then the words.
std::vector<bool> readBits(ByteReader& reader)
{
    const auto words = reader.u32();
    std::vector<bool> bits;
    if (words > reader.remaining() / 4) {
        reader.setFailed();
        return bits;
    }
    for (std::uint32_t i = 0; i < words; ++i) {
        const auto word = reader.u32();
        for (unsigned bit = 0; bit < 32; ++bit)
            bits.push_back(((word >> bit) & 1) != 0);
    }
    return bits;
}

} // namespace

Result<std::shared_ptr<const PdbFile>> PdbFile::open(ByteView file, const ParseLimits& limits)
{
    FL_TRY(auto msf, MsfFile::open(std::move(file), limits));
    PdbFile pdb(std::move(msf));
    FL_CHECK(pdb.readInfo());
    pdb.readDbi();
    pdb.readStringTable();
    return std::make_shared<const PdbFile>(std::move(pdb));
}

Result<void> PdbFile::readInfo()
{
    m_info = m_msf.stream(kInfoStream);
    ByteReader reader(m_info.span());
    reader.skip(8); // Version, timestamp.
    const auto age = reader.u32();
    const auto guid = reader.bytes(16);
    if (!reader.ok())
        return fail(ErrorKind::Malformed, "pdb info stream: 28 bytes expected, found ",
                    m_info.size());
    m_debugId = DebugId::fromGuid(guid, age);
    readNamedStreams(m_info.from(reader.offset()).span());
    return {};
}

/// A serialised hash table from offsets of names to stream numbers; only the present buckets are
/// stored.
void PdbFile::readNamedStreams(Bytes rest)
{
    ByteReader reader(rest);
    ByteReader names(reader.bytes(reader.u32()));
    reader.skip(8); // Size and capacity of the table.
    const auto present = readBits(reader);
    readBits(reader); // Deleted buckets.
    if (!names.ok() || !reader.ok()) {
        m_warnings.emplace_back("the table of named streams is damaged");
        return;
    }
    object::NameAllowance allowance(names.span().size(), present.size());
    for (const bool isPresent : present) {
        if (!isPresent)
            continue;
        const auto offset = reader.u32();
        const auto stream = reader.u32();
        const auto name = allowance.nameAt(names.span(), offset);
        if (name.empty() || !reader.ok()) {
            m_warnings.emplace_back("the table of named streams is damaged");
            return;
        }
        m_namedStreams.emplace(name, stream);
    }
    // Feature codes follow; unknown ones are skipped.
    while (reader.remaining() >= sizeof(std::uint32_t))
        m_isFastLink |= reader.u32() == kMinimalDebugInfo;
}

void PdbFile::readDbi()
{
    m_dbi = m_msf.stream(kDbiStream);
    ByteReader reader(m_dbi.span());
    reader.skip(8); // Signature, version.
    const auto age = reader.u32();
    reader.skip(8); // Globals, build number, publics, builder's version.
    m_symbolRecordStream = reader.u16();
    reader.skip(2);
    const auto moduleBytes = reader.u32();
    const auto contributionBytes = reader.u32();
    std::uint64_t between = 0; // Section map, file info, type servers.
    for (int i = 0; i < 3; ++i)
        between += reader.u32();
    reader.skip(4);
    const auto debugHeaderBytes = reader.u32();
    between += reader.u32(); // Edit-and-continue names come before the debug header.
    reader.skip(2);
    const auto machine = reader.u16();
    reader.seek(kDbiHeaderBytes);
    const auto modules = reader.bytes(moduleBytes);
    m_contributions = reader.bytes(contributionBytes);
    reader.skip(between);
    const auto debugHeader = reader.bytes(debugHeaderBytes);
    if (m_dbi.size() < kDbiHeaderBytes) {
        m_warnings.push_back(
            concat("the dbi stream has ", m_dbi.size(), " bytes: no functions and lines"));
        return;
    }
    m_debugId = m_debugId.withAppendix(age);
    m_machine = machine;
    if (!reader.ok())
        m_warnings.push_back(
            concat("the parts of the dbi stream exceed its ", m_dbi.size(), " bytes"));
    readModules(modules);
    readDebugStreams(debugHeader);
}

void PdbFile::readModules(Bytes list)
{
    std::set<std::uint16_t> seen;
    ByteReader reader(list);
    while (reader.remaining() >= kDbiHeaderBytes) {
        PdbModule module;
        reader.skip(34); // A pointer, the first section contribution, flags.
        module.stream = reader.u16();
        module.symbolBytes = reader.u32();
        module.c11Bytes = reader.u32();
        module.c13Bytes = reader.u32();
        reader.skip(16); // File count, padding, name offsets.
        module.name = reader.cString();
        reader.cString(); // The archive it came from.
        reader.skip((4 - reader.offset() % 4) % 4);
        if (!reader.ok()) {
            m_warnings.push_back(
                concat("module ", m_modules.size(), " of the dbi stream is damaged"));
            return;
        }
        if (module.stream != kNoStream && !seen.insert(module.stream).second) {
            m_warnings.push_back(concat("module ", m_modules.size(), " claims stream ",
                                        module.stream, " of another one"));
            module.stream = kNoStream;
        }
        m_modules.push_back(module);
    }
}

void PdbFile::readDebugStreams(Bytes header)
{
    std::array<std::uint16_t, kDebugStreamCount> streams{};
    ByteReader reader(header);
    for (auto& stream : streams)
        stream = reader.remaining() >= 2 ? reader.u16() : kNoStream;
    m_fpoStream = streams[kFpo];
    m_frameDataStream = streams[kNewFpo];
    const auto omap = m_msf.stream(streams[kOmapFromSource]);
    auto sections = omap.empty() ? ByteView() : m_msf.stream(streams[kOriginalSections]);
    // Syzygy, which rewrites images, leaves the headers of the original in the usual place.
    if (sections.empty())
        sections = m_msf.stream(streams[kSections]);
    m_addresses = PdbAddressMap(std::move(sections), omap);
}

void PdbFile::readStringTable()
{
    const auto stream = namedStream("/names");
    if (!stream)
        return;
    ByteReader reader(stream->span());
    const auto signature = reader.u32();
    reader.skip(4); // Hash version.
    const auto sizeBytes = reader.u32();
    const auto characters = stream->slice(reader.offset(), sizeBytes);
    if (signature == kStringTableSignature && characters)
        m_strings = *characters;
    else
        m_warnings.emplace_back("the string table is damaged: no file names");
}

std::optional<ByteView> PdbFile::namedStream(std::string_view name) const
{
    const auto found = m_namedStreams.find(name);
    if (found == m_namedStreams.end())
        return std::nullopt;
    auto bytes = m_msf.stream(found->second);
    return bytes.empty() ? std::nullopt : std::optional(std::move(bytes));
}

std::string_view PdbFile::string(std::uint32_t offset) const
{
    constexpr std::size_t kMaxBytes = 64 * 1024;
    const auto bytes = stringsFrom(offset);
    return ByteReader(bytes.first(std::min(bytes.size(), kMaxBytes))).cString();
}

Bytes PdbFile::stringsFrom(std::uint32_t offset) const
{
    return offset < m_strings.size() ? m_strings.span().subspan(offset) : Bytes();
}

} // namespace faultline::pdb
