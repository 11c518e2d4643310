// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/symbol_sorter.h"

#include "core/base/file.h"
#include "core/base/folder_walk.h"
#include "core/base/temp_file.h"
#include "core/base/text.h"
#include "core/formats/debug/macho/macho_fat.h"
#include "core/formats/debug/macho/macho_object.h"
#include "core/formats/debug/open/open_object.h"
#include "core/json/json_writer.h"
#include "core/packing/compress.h"
#include "core/packing/zip_archive.h"
#include "core/symbolfiles/symbol_files.h"
#include "core/tools/kept_file.h"
#include "core/tools/source_collector.h"

#include <algorithm>
#include <array>
#include <ctime>

namespace faultline::app {

namespace {

constexpr std::string_view kDebugInfo = "debuginfo";
constexpr std::string_view kSourceBundle = "sourcebundle";
constexpr std::uint64_t kMaxMemberBytes = 4ull << 30;

/// Returns the file's name in the unified layout; empty for kinds that have none.
std::string_view placeOf(object::ObjectKind kind)
{
    switch (kind) {
    case object::ObjectKind::Debug: return kDebugInfo;
    case object::ObjectKind::Executable:
    case object::ObjectKind::Library: return "executable";
    case object::ObjectKind::Sources: return kSourceBundle;
    default: return {};
    }
}

/// Returns the id for the layout; empty without one. A PE file uses the debug id that it shares
/// with its PDB, because its code id would put the two into different folders.
std::string unifiedId(const object::Object& object)
{
    if (object.format() != object::FileFormat::Pe && !object.codeId().empty())
        return object.codeId().text();
    return object.debugId().isNil() ? std::string() : toLowerAscii(object.debugId().breakpad());
}

/// Returns the folder for all files of one id.
std::string folderOf(const std::string& id)
{
    return concat(id.substr(0, 2), "/", id.substr(2));
}

bool isArchive(const ByteView& bytes)
{
    return bytes.text().starts_with("PK\x03\x04");
}

/// Formats as "2026-11-22T03:43:55Z" (RFC 3339).
std::string timestampNow()
{
    const auto now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

} // namespace

std::string SymbolSorter::bundleId(std::string_view name)
{
    std::string id;
    for (const char c : name) {
        const bool isAlphanumeric =
            (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (isAlphanumeric || std::string_view(".,+-").contains(c))
            id += c;
        else if (!id.empty() && !id.ends_with('_'))
            id += '_';
    }
    if (id.ends_with('_'))
        id.pop_back();
    return id == "." || id == ".." ? std::string() : id;
}

Result<void> SymbolSorter::add(const std::filesystem::path& path, const std::string& bundle)
{
    m_bundle = bundle;
    if (!bundle.empty())
        m_bundles[bundle];
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return addFolder(path);
    FL_TRY(const auto bytes, mapForeignFile(path));
    addFile(path, bytes, Strangers::Report);
    return {};
}

Result<void> SymbolSorter::addFolder(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    FL_TRY(auto walk, FolderWalk::begin(folder));
    while (const auto* entry = walk.next()) {
        std::error_code ignored;
        const auto status = std::filesystem::symlink_status(entry->path, ignored);
        if (std::filesystem::is_regular_file(status))
            files.push_back(entry->path);
    }
    // If two files have one place, the first one wins. Sorting makes that the same on every
    // machine.
    std::ranges::sort(files);
    for (const auto& file : files) {
        if (const auto bytes = mapForeignFile(file))
            addFile(file, *bytes, Strangers::PassOver);
    }
    return {};
}

void SymbolSorter::addFile(const std::filesystem::path& file,
                           const ByteView& bytes,
                           Strangers strangers)
{
    if (isArchive(bytes)) {
        addArchive(file.string(), bytes);
        return;
    }
    for (const auto& object : addBytes(file.string(), bytes, strangers)) {
        if (m_options.withSources && placeOf(object->kind()) == kDebugInfo)
            m_sourceUsers.push_back({file, object->debugId(), folderOf(unifiedId(*object))});
    }
}

/// Returns the objects that are stored in their places.
std::vector<object::ObjectPtr>
SymbolSorter::addBytes(const std::string& origin, const ByteView& bytes, Strangers strangers)
{
    using Outcome = SortedObject::Outcome;
    std::vector<object::ObjectPtr> sorted;
    if (object::detectFormat(bytes.span()) == object::FileFormat::Unknown &&
        strangers == Strangers::PassOver)
        return sorted;
    const auto take = [&](const std::string& name, const Result<object::ObjectPtr>& object) {
        if (!object)
            refuse(Outcome::Unreadable, name, object.error().detail);
        else if (addObject(name, **object))
            sorted.push_back(*object);
    };
    if (!macho::looksLikeFatMachO(bytes.span())) {
        take(origin, object::openObject(bytes, {}));
        return sorted;
    }
    const auto members = macho::readFatMembers(bytes);
    if (!members)
        refuse(Outcome::Unreadable, origin, members.error().detail);
    for (const auto& member : members ? *members : std::vector<macho::FatMember>())
        take(concat(origin, " (", archName(member.arch), ")"), macho::openMachO(member.bytes, {}));
    return sorted;
}

void SymbolSorter::addArchive(const std::string& origin, const ByteView& bytes)
{
    const auto archive = packing::ZipArchive::open(bytes);
    if (!archive) {
        refuse(SortedObject::Outcome::Unreadable, origin, archive.error().detail);
        return;
    }
    for (const auto& entry : archive->entries()) {
        if (entry.name.ends_with('/'))
            continue;
        const auto name = concat(origin, "/", entry.name);
        const auto content = archive->read(entry, kMaxMemberBytes);
        // Unpacks one level only: an archive inside an archive is skipped.
        if (content && !isArchive(*content))
            addBytes(name, *content, Strangers::PassOver);
        else if (!content)
            refuse(SortedObject::Outcome::Unreadable, name, content.error().detail);
    }
}

/// Returns whether the object's place is taken, by this object or by an earlier one.
bool SymbolSorter::addObject(const std::string& origin, const object::Object& object)
{
    using Outcome = SortedObject::Outcome;
    const auto id = unifiedId(object);
    if (placeOf(object.kind()).empty()) {
        refuse(Outcome::Skipped, origin,
               concat("a file of kind ", object::objectKindName(object.kind()),
                      " has no place in the layout"));
        return false;
    }
    if (id.size() <= 2) {
        refuse(Outcome::Unreadable, origin, "has no id");
        return false;
    }
    SortedObject sorted;
    sorted.origin = origin;
    if (const auto stored = store(object, folderOf(id), sorted); !stored) {
        refuse(Outcome::NotWritten, origin, stored.error().detail);
        return false;
    }
    m_objects.push_back(std::move(sorted));
    if (!m_bundle.empty() && !object.debugId().isNil())
        m_bundles[m_bundle].insert(object.debugId().canonical());
    return true;
}

Result<void>
SymbolSorter::store(const object::Object& object, const std::string& folder, SortedObject& sorted)
{
    const auto path = concat(folder, "/", placeOf(object.kind()));
    FL_CHECK(writeMeta(path, object, baseName(sorted.origin)));
    if (!m_bundle.empty())
        FL_CHECK(write(concat(folder, "/refs/", m_bundle), {}));
    std::error_code ignored;
    if (std::filesystem::exists(m_options.output / path, ignored)) {
        sorted.outcome = SortedObject::Outcome::Duplicate;
        sorted.note = concat(path, " is there already");
        return {};
    }
    sorted.path = path;
    return writePacked(path, object.bytes());
}

void SymbolSorter::refuse(SortedObject::Outcome outcome,
                          const std::string& origin,
                          std::string note)
{
    m_objects.push_back(
        {.outcome = outcome, .origin = origin, .path = {}, .note = std::move(note)});
}

/// No bundle is made if none of the sources exists on this machine.
Result<void> SymbolSorter::storeSources(const SourceUser& user)
{
    const auto path = concat(user.folder, "/", kSourceBundle);
    std::error_code ignored;
    if (std::filesystem::exists(m_options.output / path, ignored))
        return {};
    auto bytes = mapForeignFile(user.file);
    const auto object =
        bytes ? object::openMatching(*std::move(bytes), user.debugId, std::nullopt, {})
              : Result<object::ObjectPtr>(std::unexpected(bytes.error()));
    if (!object)
        return {}; // The file has disappeared since it was stored.
    FL_TRY(auto out, TempFile::create(m_options.output));
    const auto name = user.file.filename().string();
    const auto stats =
        bundleSources(symbolfiles::withFilesBeside(user.file, *object),
                      {.objectName = name, .pathMappings = {}, .anyFile = false}, out);
    if (!stats)
        return stats.error().kind == ErrorKind::Unsupported ? Result<void>()
                                                            : std::unexpected(stats.error());
    if (stats->files == 0)
        return {};
    FL_TRY(const auto content, out.map());
    FL_TRY(const auto bundle, object::openObject(content, {}));
    FL_CHECK(writeMeta(path, *bundle, name));
    FL_CHECK(writePacked(path, content));
    ++m_sourceBundles;
    return {};
}

Result<void> SymbolSorter::writeMeta(const std::string& path,
                                     const object::Object& object,
                                     std::string_view name)
{
    std::string text;
    json::JsonWriter(text)
        .beginObject()
        .member("name", name)
        .member("arch", archName(object.arch()))
        .member("file_format", object::fileFormatName(object.format()))
        .endObject();
    return write(concat(path, ".meta"), asBytes(text));
}

Result<void> SymbolSorter::writePacked(const std::string& path, const ByteView& content) const
{
    if (m_options.compression == 0)
        return write(path, content.span());
    FL_TRY(const auto packed, packing::compressZstd(content.span(), m_options.compression));
    return write(path, packed.span());
}

Result<void> SymbolSorter::write(const std::string& path, Bytes content) const
{
    const auto target = m_options.output / path;
    FL_TRY(auto file, TempFile::create(target.parent_path()));
    FL_CHECK(file.append(content));
    return keepForUser(file, target);
}

Result<void> SymbolSorter::writeBundleRecord(const std::string& id,
                                             const std::set<std::string>& debugIds)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().member("name", id).member("timestamp", timestampNow());
    json.key("debug_ids").beginArray();
    for (const auto& debugId : debugIds)
        json.value(debugId);
    json.endArray().endObject();
    return write(concat("bundles/", id), asBytes(text));
}

Result<void> SymbolSorter::finish()
{
    for (const auto& user : m_sourceUsers)
        FL_CHECK(storeSources(user));
    for (const auto& [id, debugIds] : m_bundles)
        FL_CHECK(writeBundleRecord(id, debugIds));
    return {};
}

} // namespace faultline::app
