// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/crashpad_info.h"

#include "core/base/text.h"
#include "core/formats/crash/minidump/strings.h"

#include <algorithm>

namespace faultline::minidump {

namespace {

constexpr std::size_t kOldInfoBytes = 52;
constexpr std::size_t kInfoBytes = 64;
constexpr std::size_t kGuidBytes = 16;
constexpr std::size_t kPairBytes = 8;
constexpr std::size_t kModuleLinkBytes = 12;
constexpr std::size_t kObjectBytes = 12;
constexpr std::uint32_t kMaxEntries =
    100'000; // Limit for all arrays together, because many may share one place in the file.
constexpr std::uint16_t kStringObject =
    1; // Annotation::Type::kString; others belong to the client.

/// Collects the annotations of one stream; every problem becomes a diagnostic.
class AnnotationReader
{
public:
    explicit AnnotationReader(const StreamScope& scope) : m_scope(scope) {}

    std::vector<Annotation> take() { return std::move(m_annotations); }

    void readDictionary(Location location, std::optional<std::uint32_t> module);
    void readModules(Location location);

private:
    using Origin = Annotation::Origin;

    ByteReader entriesAt(Location location,
                         std::size_t entryBytes,
                         std::string_view what,
                         std::uint32_t& count);
    void readModule(std::uint32_t index, Location location);
    void readList(Location location, std::uint32_t module);
    void readObjects(Location location, std::uint32_t module);
    std::optional<std::string> string(std::uint32_t rva, std::string_view what);
    void
    add(Origin origin, std::string key, std::string value, std::optional<std::uint32_t> module);

    const StreamScope& m_scope;
    std::uint32_t m_entriesLeft = kMaxEntries;
    std::vector<Annotation> m_annotations;
};

/// A counted array somewhere in the file; `count` becomes what really fits.
ByteReader AnnotationReader::entriesAt(Location location,
                                       std::size_t entryBytes,
                                       std::string_view what,
                                       std::uint32_t& count)
{
    count = 0;
    if (location.rva == 0 || location.sizeBytes == 0)
        return ByteReader({});
    const auto bytes = m_scope.dump.clippedView(location.rva, location.sizeBytes);
    auto reader = m_scope.dump.reader(bytes.span());
    const auto declared = reader.u32();
    if (reader.ok())
        count = static_cast<std::uint32_t>(
            std::min<std::size_t>({declared, m_entriesLeft, reader.remaining() / entryBytes}));
    if (!reader.ok() || count < declared)
        m_scope.warn(what, " at offset ", Hex{location.rva}, ": ", declared, " entries in ",
                     bytes.size(), " bytes, ", count, " are read");
    m_entriesLeft -= count;
    return reader;
}

std::optional<std::string> AnnotationReader::string(std::uint32_t rva, std::string_view what)
{
    auto text = readUtf8String(m_scope, rva);
    if (!text)
        m_scope.warn(what, " at offset ", Hex{rva}, " cannot be read");
    return text;
}

void AnnotationReader::add(Origin origin,
                           std::string key,
                           std::string value,
                           std::optional<std::uint32_t> module)
{
    m_annotations.push_back({origin, std::move(key), std::move(value), module});
}

void AnnotationReader::readDictionary(Location location, std::optional<std::uint32_t> module)
{
    std::uint32_t count = 0;
    auto reader = entriesAt(location, kPairBytes, "simple annotations", count);
    for (std::uint32_t i = 0; i < count; ++i) {
        auto key = string(reader.u32(), "annotation name");
        auto value = string(reader.u32(), "annotation value");
        if (key && value)
            add(Origin::CrashpadSimple, std::move(*key), std::move(*value), module);
    }
}

void AnnotationReader::readList(Location location, std::uint32_t module)
{
    std::uint32_t count = 0;
    auto reader = entriesAt(location, sizeof(std::uint32_t), "list annotations", count);
    for (std::uint32_t i = 0; i < count; ++i) {
        if (auto value = string(reader.u32(), "list annotation"))
            add(Origin::CrashpadList, {}, std::move(*value), module);
    }
}

void AnnotationReader::readObjects(Location location, std::uint32_t module)
{
    std::uint32_t count = 0;
    auto reader = entriesAt(location, kObjectBytes, "annotation objects", count);
    for (std::uint32_t i = 0; i < count; ++i) {
        auto name = string(reader.u32(), "annotation name");
        const auto type = reader.u16();
        reader.skip(2); // Reserved.
        const auto valueRva = reader.u32();
        const auto value = readByteArray(m_scope, valueRva);
        if (!value)
            m_scope.warn("annotation value at offset ", Hex{valueRva}, " cannot be read");
        else if (name && type == kStringObject)
            add(Origin::CrashpadObject, std::move(*name), toValidUtf8(value->text()), module);
        else if (name)
            add(Origin::CrashpadObject, std::move(*name),
                concat(value->size(), " bytes of type ", Hex{type}), module);
    }
}

void AnnotationReader::readModule(std::uint32_t index, Location location)
{
    const auto bytes = m_scope.dump.clippedView(location.rva, location.sizeBytes);
    auto reader = m_scope.dump.reader(bytes.span());
    reader.skip(4); // Version: newer ones only add fields.
    const auto list = readLocation(reader);
    const auto dictionary = readLocation(reader);
    if (!reader.ok()) {
        m_scope.warn("annotations of module ", index, " at offset ", Hex{location.rva}, ": ",
                     bytes.size(), " bytes, expected 28");
        return;
    }
    const auto objects = readLocation(reader); // Absent in old files: both numbers are then 0.
    readList(list, index);
    readDictionary(dictionary, index);
    readObjects(objects, index);
}

void AnnotationReader::readModules(Location location)
{
    std::uint32_t count = 0;
    auto reader = entriesAt(location, kModuleLinkBytes, "module list", count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto index = reader.u32();
        readModule(index, readLocation(reader));
    }
}

} // namespace

Result<CrashpadInfo> readCrashpadInfo(const StreamScope& scope)
{
    auto reader = scope.reader();
    const auto version = reader.u32();
    CrashpadInfo info;
    const auto reportId = reader.bytes(kGuidBytes);
    const auto clientId = reader.bytes(kGuidBytes);
    const auto dictionary = readLocation(reader);
    const auto modules = readLocation(reader);
    if (!reader.ok())
        return scope.malformed(scope.stream.bytes.size(), " bytes, expected at least ",
                               kOldInfoBytes);
    if (version == 0)
        return scope.malformed("version 0, expected at least 1");
    info.reportId = DebugId::fromGuid(reportId, 0, reader.order());
    info.clientId = DebugId::fromGuid(clientId, 0, reader.order());
    if (scope.stream.bytes.size() >= kInfoBytes) {
        reader.skip(4); // Reserved.
        info.addressMask = reader.u64();
    }
    AnnotationReader annotations(scope);
    annotations.readDictionary(dictionary, std::nullopt);
    annotations.readModules(modules);
    info.annotations = annotations.take();
    return info;
}

} // namespace faultline::minidump
