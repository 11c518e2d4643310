// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/items/object_item.h"

#include "core/base/byte_reader.h"
#include "core/base/file.h"
#include "core/base/hex.h"
#include "core/formats/debug/elf/elf_image_start.h"
#include "core/formats/debug/open/open_object.h"
#include "core/formats/debug/ppdb/portable_pdb.h"
#include "core/formats/debug/symbfile/file_id.h"
#include "core/formats/debug/symbfile/symbfile_object.h"
#include "core/net/download/pointed_download.h"
#include "core/sources/layout.h"
#include "core/sources/source_traits.h"
#include "core/symbolicate/items/store_copy.h"

#include <algorithm>
#include <array>
#include <functional>

namespace faultline::symbolicate {

namespace {

constexpr cache::CacheVersions kObjectVersions{
    .name = "objects", .category = cache::CacheCategory::Downloaded, .current = 1, .fallbacks = {}};
constexpr cache::CacheVersions kMetaVersions{.name = "object_meta",
                                             .category = cache::CacheCategory::Derived,
                                             .current = 8,
                                             .fallbacks = {}};

constexpr std::size_t kUuidDigits = 32;

/// May one location have several images that the ids tell apart? A layout derives the location from
/// the id and may list the same file under several types, so there the type alone decides nothing.
bool hasManyImages(const sources::RemoteFile& file, const sources::ObjectLookup& wanted)
{
    const bool isMach =
        file.type == sources::FileType::MachCode || file.type == sources::FileType::MachDebug;
    const auto traits = sources::traitsOf(*file.source);
    const bool isNamedById =
        traits.folder == nullptr && traits.listedBy == sources::ListedBy::Layout;
    return wanted.type == sources::LookupType::MachO || (isMach && !isNamedById);
}

/// Do the wanted ids decide which image of a fat file is kept? What they decide is in sliceOf().
bool isChosenById(const sources::RemoteFile& file, const sources::ObjectLookup& wanted)
{
    return wanted.type == sources::LookupType::Unknown || hasManyImages(file, wanted);
}

/// Returns the name of the wanted image; empty when the location alone identifies it, as it does
/// for modules of an unknown type unless their ids contradict each other: a layout goes by the code
/// id, and the choice by the debug id. The code id comes first, because a debug id may become known
/// only later.
std::string sliceOf(const sources::RemoteFile& file, const sources::ObjectLookup& wanted)
{
    if (!isChosenById(file, wanted))
        return {};
    const bool hasMany = hasManyImages(file, wanted);
    const auto codeId = wanted.codeId ? wanted.codeId->text() : std::string();
    const auto debugId = wanted.debugId ? wanted.debugId->canonical() : std::string();
    const bool contradicts =
        wanted.debugId && !codeId.empty() && wanted.debugId->uuidHex() != codeId;
    if (contradicts && (hasMany || codeId.size() == kUuidDigits))
        return concat(codeId, " ", debugId);
    if (!hasMany)
        return {};
    return codeId.empty() ? debugId : codeId;
}

/// The debug id that a member of a fat file must have. Such a file has UUIDs alone.
std::optional<DebugId> memberId(const sources::ObjectLookup& wanted)
{
    return wanted.debugId ? std::optional(wanted.debugId->withAppendix(0)) : std::nullopt;
}

/// Is only the portable PDB inside the file wanted, if it is an assembly? No other place has an
/// assembly under the name of a portable PDB.
bool mayBeAssembly(const sources::RemoteFile& file, const sources::ObjectLookup& wanted)
{
    return wanted.type == sources::LookupType::PeDotnet &&
           (file.localPath() || file.source->layout.type == sources::LayoutType::SlashSymbols);
}

/// A symbfile is opened differently depending on where the module was linked to be loaded.
std::optional<std::uint64_t> expectedLoadAddress(const sources::RemoteFile& file,
                                                 const sources::ObjectLookup& wanted)
{
    const bool isSymbfile = file.source->layout.type == sources::LayoutType::Symbfiles;
    return isSymbfile && wanted.loadAddress != 0 ? wanted.loadAddress : std::nullopt;
}

} // namespace

void addToKey(cache::CacheKeyBuilder& key,
              const sources::RemoteFile& file,
              const sources::ObjectLookup& wanted,
              std::string_view heading)
{
    if (heading.empty())
        key.addFile(file.source->id, file.uri());
    else
        key.addFile(heading, file.source->id, file.uri());
    key.addPlace(file.placeIdentity());
    if (const auto path = file.localPath()) {
        if (const auto identity = fileIdentity(*path))
            key.addIdentity(*identity);
    }
    if (const auto slice = sliceOf(file, wanted); !slice.empty())
        key.addOption("slice", slice);
    if (const auto address = expectedLoadAddress(file, wanted))
        key.addOption("load address", hexAddress(*address));
    if (mayBeAssembly(file, wanted))
        key.addOption("part", "portable pdb");
}

ObjectItem::ObjectItem(sources::RemoteFile file,
                       sources::ObjectLookup wanted,
                       std::string scope,
                       net::Downloader& downloader,
                       const ParseLimits& limits)
    : m_file(std::move(file)), m_wanted(std::move(wanted)), m_scope(std::move(scope)),
      m_downloader(downloader), m_limits(limits)
{
}

const cache::CacheVersions& ObjectItem::versions() const
{
    return kObjectVersions;
}

cache::CacheKey ObjectItem::key() const
{
    cache::CacheKeyBuilder key(m_file.cacheScope(m_scope));
    addToKey(key, m_file, m_wanted);
    return key.build();
}

void ObjectItem::start(TempFile target, std::stop_token stop, Done done)
{
    auto ended = [done = std::move(done)](net::DownloadOutcome outcome) mutable {
        done({.content = std::move(outcome.content),
              .httpStatus = outcome.httpStatus,
              .attempts = outcome.attempts,
              .blockedFor = outcome.blockedFor});
    };
    auto label = m_wanted.debugFile ? *m_wanted.debugFile : m_wanted.codeFile.value_or("");
    if (sources::isFilePointer(m_file.path))
        return net::startPointedDownload(m_downloader, m_file, std::move(target), std::move(label),
                                         std::move(stop), std::move(ended));
    auto request = net::downloadRequestFor(m_file, std::move(target));
    if (!request)
        return ended({.content = std::unexpected(std::move(request.error()))});
    request->label = std::move(label);
    request->urgency = m_urgency;
    m_downloader.start(*std::move(request), std::move(stop), std::move(ended));
}

Result<object::ObjectPtr> ObjectItem::open(ByteView bytes) const
{
    const auto format = object::detectFormat(bytes.span());
    if (format == object::FileFormat::Symbfile)
        return symbfile::openSymbfile(std::move(bytes), m_limits,
                                      expectedLoadAddress(m_file, m_wanted));
    const bool isObject = format != object::FileFormat::Unknown;
    auto object =
        isChosenById(m_file, m_wanted)
            ? object::openMatching(std::move(bytes), memberId(m_wanted), m_wanted.codeId, m_limits)
            : object::openObject(std::move(bytes), m_limits);
    // A server that answers with something other than an object file, such as a login page, counts
    // as sending a damaged file.
    if (!object && !isObject)
        object.error().kind = ErrorKind::Malformed;
    if (!object || !mayBeAssembly(m_file, m_wanted) ||
        (*object)->format() != object::FileFormat::Pe)
        return object;
    FL_TRY(auto embedded, ppdb::embeddedPortablePdb((*object)->bytes(), m_limits));
    if (!embedded)
        return object;
    return ppdb::PortablePdb::open(*std::move(embedded), m_limits);
}

Result<void> ObjectItem::accept(TempFile& file, std::stop_token /*stop*/)
{
    FL_TRY(const auto whole, file.map());
    FL_TRY(const auto object, open(whole));
    copyToStores(m_file, file);
    const Bytes slice = object->bytes().span();
    if (slice.size() == whole.size())
        return {};
    FL_TRY(auto only, file.createSibling());
    FL_CHECK(only.append(slice));
    file = std::move(only);
    return {};
}

Result<LoadedObject> ObjectItem::load(ByteView bytes) const
{
    FL_TRY(auto object, open(std::move(bytes)));
    return LoadedObject{std::move(object)};
}

// --- metadata
// ------------------------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t kUuidBytes = 16;

class MetaWriter
{
public:
    void u8(std::uint8_t value) { m_bytes.push_back(static_cast<std::byte>(value)); }

    void number(std::uint64_t value)
    {
        for (int i = 0; i < 8; ++i)
            u8(static_cast<std::uint8_t>(value >> (8 * i)));
    }

    void text(std::string_view value)
    {
        number(value.size());
        for (const char c : value)
            u8(static_cast<std::uint8_t>(c));
    }

    void uuid(const DebugId& id)
    {
        for (const auto byte : id.bytes())
            u8(byte);
    }

    Bytes bytes() const { return m_bytes; }

private:
    std::vector<std::byte> m_bytes;
};

std::uint8_t featureBits(const ObjectFeatures& features)
{
    unsigned bits = (features.hasDebugInfo ? 1u : 0u) | (features.hasUnwindInfo ? 2u : 0u) |
                    (features.hasSymbols ? 4u : 0u) | (features.hasSources ? 8u : 0u);
    if (features.sourceServer)
        bits |= 16u | static_cast<unsigned>(*features.sourceServer) << 5;
    return static_cast<std::uint8_t>(bits);
}

ObjectFeatures featuresFrom(std::uint8_t bits)
{
    ObjectFeatures features{.hasDebugInfo = (bits & 1) != 0,
                            .hasUnwindInfo = (bits & 2) != 0,
                            .hasSymbols = (bits & 4) != 0,
                            .hasSources = (bits & 8) != 0,
                            .sourceServer = std::nullopt};
    if ((bits & 16) != 0)
        features.sourceServer = static_cast<SourceServer>(bits >> 5 & 3);
    return features;
}

/// Only PDBs can link to sources without containing them. The question is expensive for other
/// formats.
bool linksSources(const object::Object& object)
{
    if (object.format() != object::FileFormat::Pdb)
        return false;
    return std::ranges::any_of(
        object.companions(), [](const object::CompanionReference& companion) {
            return companion.kind == object::CompanionReference::Kind::SourceLink ||
                   companion.kind == object::CompanionReference::Kind::SourceServer;
        });
}

std::string textOf(ByteReader& reader)
{
    return std::string(asText(reader.bytes(reader.u64())));
}

/// A file with debug info alone lists code sections without their bytes.
bool hasCode(const object::Object& object)
{
    constexpr std::string_view kCode = ".text";
    const auto ranges = object.ranges();
    return std::ranges::find(ranges, kCode, &object::ImageRange::name) == ranges.end() ||
           object.section(kCode);
}

/// Empty for files with debug info alone, because no process maps their headers.
std::string imageStartOf(const object::Object& object)
{
    if (object.format() != object::FileFormat::Elf || !hasCode(object))
        return {};
    return elf::imageStartDigest(object.bytes().span(), ParseLimits{});
}

elf::DynamicSection dynamicOf(const object::Object& object)
{
    if (object.format() != object::FileFormat::Elf || !hasCode(object))
        return {};
    return elf::dynamicSectionOf(object.bytes().span(), ParseLimits{})
        .value_or(elf::DynamicSection());
}

elf::CodePointers codePointersOf(const object::Object& object)
{
    if (object.format() != object::FileFormat::Elf || !hasCode(object))
        return {};
    return elf::codePointersOf(object.bytes().span(), ParseLimits{});
}

/// The id that agents compute of the deployed file (docs/spec/symbfile.md §7).
std::string fileIdOf(const object::Object& object)
{
    if (object.format() != object::FileFormat::Elf || !hasCode(object))
        return {};
    return symbfile::FileId::ofContent(object.bytes().span()).hex();
}

bool servesSymbols(const object::CompanionReference& reference)
{
    return reference.kind == object::CompanionReference::Kind::DebugLink ||
           reference.kind == object::CompanionReference::Kind::AltLink ||
           reference.kind == object::CompanionReference::Kind::SplitDwarf ||
           reference.kind == object::CompanionReference::Kind::ObjectFile;
}

void writeCompanions(MetaWriter& writer, const object::Object& object)
{
    auto companions = object.companions();
    std::erase_if(companions, std::not_fn(servesSymbols));
    writer.number(companions.size());
    for (const auto& companion : companions) {
        writer.u8(static_cast<std::uint8_t>(companion.kind));
        writer.text(companion.name);
        writer.text(companion.identity);
    }
}

std::array<std::uint8_t, kUuidBytes> uuidFrom(ByteReader& reader)
{
    std::array<std::uint8_t, kUuidBytes> uuid{};
    for (auto& byte : uuid)
        byte = reader.u8();
    return uuid;
}

object::CompanionReference companionFrom(ByteReader& reader)
{
    object::CompanionReference companion;
    companion.kind = static_cast<object::CompanionReference::Kind>(reader.u8());
    companion.name = textOf(reader);
    companion.identity = textOf(reader);
    return companion;
}

} // namespace

const cache::CacheVersions& ObjectMetaItem::versions() const
{
    return kMetaVersions;
}

/// Payload: one byte each for format, kind, feature bits, id kind, and whether the file links
/// sources; one u64 each for arch, size and appendix; UUID, code id, debug file name, digest of the
/// image's start, address (u64), size (u64) and digest of the dynamic section, FileID, load address
/// (u64), warning; the number of companions (u64); then kind, name and identity of each companion;
/// the number of other debug ids (u64) and the UUID of each; the number of code pointers (u64),
/// then address and value (u64) of each.
Result<void>
ObjectMetaItem::compute(const cache::CacheInputs& inputs, TempFile& out, std::stop_token /*stop*/)
{
    FL_TRY(const auto loaded, inputs.get<LoadedObject>(0));
    const object::Object& object = *loaded->object;
    const DebugId debugId = object.debugId();
    MetaWriter writer;
    writer.u8(static_cast<std::uint8_t>(object.format()));
    writer.u8(static_cast<std::uint8_t>(object.kind()));
    writer.u8(featureBits(object.features()));
    writer.u8(static_cast<std::uint8_t>(debugId.kind()));
    writer.u8(linksSources(object) ? 1 : 0);
    writer.number(static_cast<std::uint64_t>(object.arch()));
    writer.number(object.bytes().size());
    writer.number(debugId.appendix());
    writer.uuid(debugId);
    writer.text(object.codeId().text());
    writer.text(object.debugFileName());
    writer.text(imageStartOf(object));
    const auto dynamic = dynamicOf(object);
    writer.number(dynamic.address);
    writer.number(dynamic.sizeBytes);
    writer.text(dynamic.digest);
    writer.text(fileIdOf(object));
    writer.number(object.loadAddress());
    const auto warnings = object.warnings();
    writer.text(warnings.empty() ? std::string() : warnings.front());
    writeCompanions(writer, object);
    const auto otherIds = object.otherDebugIds();
    writer.number(otherIds.size());
    for (const auto& id : otherIds)
        writer.uuid(id);
    const auto pointers = codePointersOf(object);
    writer.number(pointers.words.size());
    for (const auto& [address, value] : pointers.words) {
        writer.number(address);
        writer.number(value);
    }
    return out.append(writer.bytes());
}

Result<ObjectMeta> ObjectMetaItem::load(ByteView bytes) const
{
    ByteReader reader(bytes.span());
    ObjectMeta meta;
    meta.format = static_cast<object::FileFormat>(reader.u8());
    meta.kind = static_cast<object::ObjectKind>(reader.u8());
    meta.features = featuresFrom(reader.u8());
    const auto kind = static_cast<DebugId::Kind>(reader.u8());
    meta.linksSources = reader.u8() != 0;
    meta.arch = static_cast<Arch>(reader.u64());
    meta.sizeBytes = reader.u64();
    const auto appendix = static_cast<std::uint32_t>(reader.u64());
    const auto uuid = uuidFrom(reader);
    meta.codeId = CodeId::parse(textOf(reader));
    meta.debugFileName = textOf(reader);
    meta.imageStart = textOf(reader);
    meta.dynamic.address = reader.u64();
    meta.dynamic.sizeBytes = reader.u64();
    meta.dynamic.digest = textOf(reader);
    meta.fileId = textOf(reader);
    meta.loadAddress = reader.u64();
    meta.warning = textOf(reader);
    for (auto left = reader.u64(); left > 0 && reader.ok(); --left)
        meta.companions.push_back(companionFrom(reader));
    for (auto left = reader.u64(); left > 0 && reader.ok(); --left)
        meta.otherDebugIds.push_back(DebugId::fromUuid(uuidFrom(reader)));
    for (auto left = reader.u64(); left > 0 && reader.ok(); --left) {
        const auto address = reader.u64();
        meta.codePointers.words.emplace_back(address, reader.u64());
    }
    if (!reader.ok())
        return fail(ErrorKind::Malformed, "object metadata: record ends after ", bytes.size(),
                    " bytes");
    const auto stamp = static_cast<std::uint32_t>(uuid[0]) << 24 |
                       static_cast<std::uint32_t>(uuid[1]) << 16 |
                       static_cast<std::uint32_t>(uuid[2]) << 8 | uuid[3];
    meta.debugId = kind == DebugId::Kind::Pdb20 ? DebugId::fromPdb20(stamp, appendix)
                                                : DebugId::fromUuid(uuid, appendix);
    return meta;
}

} // namespace faultline::symbolicate
