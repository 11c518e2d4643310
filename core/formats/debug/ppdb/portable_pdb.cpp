// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/ppdb/portable_pdb.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/debug/ppdb/blob_reader.h"
#include "core/formats/debug/sourcebundle/source_link_json.h"
#include "core/packing/compression.h"

#include <algorithm>

namespace faultline::ppdb {

namespace {

constexpr std::size_t kGuidBytes = 16;
constexpr std::uint32_t kHasCustomDebugInformationBits = 5;
constexpr std::uint32_t kModuleTag = 7;
constexpr std::uint32_t kDocumentTag = 22;
/// Limit for all document names together: they share parts, so a small file can describe much text.
constexpr std::size_t kMaxNameBytes = 256u << 20;

// Columns, in the order of clr_schema.cpp.
enum DocumentColumn : std::uint8_t { DocumentName, HashAlgorithm, Hash, DocumentLanguage };

enum MethodColumn : std::uint8_t { MethodDocument, SequencePoints };

enum CustomColumn : std::uint8_t { Parent, Kind, Value };

/// A GUID by its usual text; files hold the first three fields in little-endian order.
bool isGuid(Bytes stored, std::string_view text)
{
    return stored.size() == kGuidBytes && DebugId::fromGuid(stored, 0).canonical() == text;
}

constexpr std::string_view kSourceLink = "cc110556-a091-4d38-9fec-25ab9a351a6a";
constexpr std::string_view kEmbeddedSource = "0e8a571b-6926-466e-b4ad-8ab04611f5fe";

Language languageOf(Bytes guid)
{
    if (isGuid(guid, "3f5162f8-07c6-11d3-9053-00c04fa302a1"))
        return Language::CSharp;
    if (isGuid(guid, "3a12d0b8-c26c-11d0-b442-00a0244a1dd2"))
        return Language::VisualBasic;
    return isGuid(guid, "ab4f38c9-b6e6-43ba-be3b-58080b2ccce3") ? Language::FSharp
                                                                : Language::Unknown;
}

object::DebugFile::ChecksumKind checksumKindOf(Bytes guid, std::size_t sizeBytes)
{
    using enum object::DebugFile::ChecksumKind;
    if (isGuid(guid, "8829d00f-11b8-4213-878b-770e8597ac16") && sizeBytes == 32)
        return Sha256;
    if (isGuid(guid, "ff1816ec-aa5e-4d10-87f7-6f4963833460") && sizeBytes == 20)
        return Sha1;
    return isGuid(guid, "406ea660-64cf-4c82-b6f0-42d48172a799") && sizeBytes == 16 ? Md5 : None;
}

} // namespace

Result<std::shared_ptr<const PortablePdb>> PortablePdb::open(ByteView file,
                                                             const ParseLimits& limits)
{
    FL_TRY(auto metadata, ClrMetadata::open(std::move(file)));
    if (!metadata.unknownStreams().empty())
        return fail(ErrorKind::Malformed, "portable pdb: unknown stream ",
                    escapeControls(toValidUtf8(metadata.unknownStreams().front())));
    auto pdb = std::make_shared<PortablePdb>(OnlyOpen(), std::move(metadata), limits);
    FL_CHECK(pdb->readIdentity());
    pdb->readCustomInformation();
    return pdb;
}

PortablePdb::PortablePdb(OnlyOpen /*key*/, ClrMetadata metadata, const ParseLimits& limits)
    : m_metadata(std::move(metadata)), m_limits(limits)
{
}

Result<void> PortablePdb::readIdentity()
{
    ByteReader reader(m_metadata.pdbStream());
    const auto guid = reader.bytes(kGuidBytes);
    const auto stamp = reader.u32();
    if (!reader.ok())
        return fail(ErrorKind::Malformed, "portable pdb: no id in stream #Pdb of ",
                    m_metadata.pdbStream().size(), " bytes");
    m_debugId = DebugId::fromGuid(guid, stamp);
    return {};
}

void PortablePdb::readCustomInformation()
{
    constexpr auto kTable = ClrTable::CustomDebugInformation;
    for (std::uint32_t row = 1; row <= m_metadata.rowCount(kTable); ++row) {
        const auto parent = m_metadata.cell(kTable, row, Parent);
        const auto tag = parent & ((1u << kHasCustomDebugInformationBits) - 1);
        if (tag != kModuleTag && tag != kDocumentTag)
            continue;
        const auto parentRow = parent >> kHasCustomDebugInformationBits;
        const auto kind = m_metadata.guid(m_metadata.cell(kTable, row, Kind));
        const auto value = m_metadata.blob(m_metadata.cell(kTable, row, Value));
        if (tag == kModuleTag && parentRow == 1 && isGuid(kind, kSourceLink))
            readSourceLinks(value);
        else if (tag == kDocumentTag && isGuid(kind, kEmbeddedSource))
            m_embedded.emplace(parentRow, value);
    }
}

void PortablePdb::readSourceLinks(Bytes json)
{
    if (auto links = sourcebundle::parseSourceLinkJson(json))
        m_links = *std::move(links);
    else
        m_warnings.push_back(links.error().detail);
}

ObjectFeatures PortablePdb::features() const
{
    return {.hasDebugInfo = methodCount() > 0,
            .hasSources = !m_embedded.empty() || (!m_links.empty() && documentCount() > 0),
            .sourceServer = {}};
}

std::vector<object::CompanionReference> PortablePdb::companions() const
{
    if (m_links.empty())
        return {};
    return {{object::CompanionReference::Kind::SourceLink, "Source Link", {}}};
}

/// The first byte separates the parts (0: nothing does), each the offset of a blob.
Result<std::string> PortablePdb::documentName(Bytes blob) const
{
    BlobReader reader(blob);
    const auto separator = static_cast<char>(reader.u8());
    std::string name;
    bool isFirst = true;
    while (reader.ok() && !reader.atEnd()) {
        const auto part = asText(m_metadata.blob(reader.compressed()));
        if (!isFirst && separator != '\0')
            name += separator;
        isFirst = false;
        if (part.size() >
            m_limits.maxStringBytes - std::min<std::size_t>(name.size(), m_limits.maxStringBytes))
            return fail(ErrorKind::Malformed, "document name: more than ", m_limits.maxStringBytes,
                        " bytes");
        name += part;
    }
    if (!reader.ok() && !blob.empty())
        return fail(ErrorKind::Malformed, "document name: cut at byte ", reader.offset());
    return toValidUtf8(name);
}

Result<PpdbDocument> PortablePdb::document(std::uint32_t row) const
{
    constexpr auto kTable = ClrTable::Document;
    if (row == 0 || row > documentCount())
        return fail(ErrorKind::Malformed, "document ", row, " of ", documentCount());
    PpdbDocument document;
    FL_TRY(document.name,
           documentName(m_metadata.blob(m_metadata.cell(kTable, row, DocumentName))));
    document.language = languageOf(m_metadata.guid(m_metadata.cell(kTable, row, DocumentLanguage)));
    document.checksum = m_metadata.blob(m_metadata.cell(kTable, row, Hash));
    document.checksumKind = checksumKindOf(
        m_metadata.guid(m_metadata.cell(kTable, row, HashAlgorithm)), document.checksum.size());
    return document;
}

Bytes PortablePdb::sequencePointBlob(std::uint32_t method) const
{
    return m_metadata.blob(
        m_metadata.cell(ClrTable::MethodDebugInformation, method, SequencePoints));
}

std::size_t PortablePdb::sequencePointBytes(std::uint32_t method) const
{
    return sequencePointBlob(method).size();
}

Result<std::vector<SequencePoint>> PortablePdb::sequencePoints(std::uint32_t method) const
{
    return readSequencePoints(
        sequencePointBlob(method),
        m_metadata.cell(ClrTable::MethodDebugInformation, method, MethodDocument));
}

const std::unordered_map<std::string, std::uint32_t>& PortablePdb::documentRows() const
{
    std::call_once(m_rowsOnce, [this] {
        std::size_t bytes = 0;
        for (std::uint32_t row = 1; row <= documentCount() && bytes < kMaxNameBytes; ++row) {
            auto known = document(row);
            if (!known)
                continue;
            bytes += known->name.size();
            m_rowByName.emplace(std::move(known->name), row);
        }
    });
    return m_rowByName;
}

Result<ByteView> PortablePdb::embeddedText(Bytes value) const
{
    ByteReader reader(value);
    const auto format = reader.i32();
    if (!reader.ok() || format < 0)
        return fail(ErrorKind::Malformed, "embedded source: format ", format, " of ", value.size(),
                    " bytes");
    const auto stored = reader.bytes(reader.remaining());
    auto text = ByteView(bytes().owner(), stored);
    if (format > 0) {
        FL_TRY(text, packing::inflateRaw(stored, static_cast<std::uint64_t>(format),
                                         m_limits.maxDecompressedSourceBytes));
    }
    if (!isValidUtf8(text.text()))
        return fail(ErrorKind::Malformed, "embedded source: not utf-8");
    return text;
}

std::optional<object::ObjectSource> PortablePdb::sourceByPath(std::string_view path) const
{
    const auto& rows = documentRows();
    const auto row = rows.find(std::string(path));
    if (row == rows.end())
        return std::nullopt;
    object::ObjectSource source;
    if (const auto embedded = m_embedded.find(row->second); embedded != m_embedded.end())
        source.text = embeddedText(embedded->second);
    source.url = m_links.resolve(path).value_or(std::string());
    if (!source.text && source.url.empty())
        return std::nullopt;
    return source;
}

} // namespace faultline::ppdb
