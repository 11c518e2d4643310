#include "app/faultline/symbol_sorter.h"

#include "app/faultline/kept_file.h"
#include "app/faultline/source_collector.h"
#include "core/base/compress.h"
#include "core/base/file.h"
#include "core/base/temp_file.h"
#include "core/base/text.h"
#include "core/formats/macho/macho_fat.h"
#include "core/formats/macho/macho_object.h"
#include "core/formats/open/open_object.h"
#include "core/formats/sourcebundle/zip_archive.h"
#include "core/json/json_writer.h"

#include <algorithm>
#include <ctime>

namespace faultline::app {

namespace {

constexpr std::string_view kDebugInfo = "debuginfo";
constexpr std::string_view kSourceBundle = "sourcebundle";
constexpr std::uint64_t kMaxMemberBytes = 4ull << 30;

/// The file's name in the unified layout; empty for kinds that have no place there.
std::string_view placeOf(ObjectKind kind)
{
    switch (kind) {
    case ObjectKind::Debug: return kDebugInfo;
    case ObjectKind::Executable:
    case ObjectKind::Library: return "executable";
    case ObjectKind::Sources: return kSourceBundle;
    default: return {};
    }
}

/// PE files of one build share a debug id with their PDB, so that their code id would part them.
std::string unifiedId(const Object& object)
{
    const bool usesDebugId = object.format() == FileFormat::Pe || object.codeId().empty();
    return usesDebugId ? toLowerAscii(object.debugId().breakpad()) : object.codeId().text();
}

std::string metaJson(const Object& object, std::string_view name)
{
    std::string text;
    JsonWriter(text)
        .beginObject()
        .member("name", name)
        .member("arch", archName(object.arch()))
        .member("file_format", fileFormatName(object.format()))
        .endObject();
    return text;
}

} // namespace

std::string SymbolSorter::bundleId(std::string_view name)
{
    std::string id(name);
    std::ranges::replace_if(
        id,
        [](char c) {
            const bool isAlphanumeric =
                (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            return !isAlphanumeric && std::string_view(".,+-").find(c) == std::string_view::npos;
        },
        '_');
    // Whatever it is called, it stays one file name.
    if (id == "." || id == "..")
        std::ranges::replace(id, '.', '_');
    return id;
}

Result<void> SymbolSorter::add(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return addFolder(path);
    FL_TRY(const auto bytes, mapForeignFile(path));
    addBytes(path.string(), bytes, Strangers::Report);
    return {};
}

Result<void> SymbolSorter::addFolder(const std::filesystem::path& folder)
{
    std::error_code error;
    std::vector<std::filesystem::path> files;
    std::filesystem::recursive_directory_iterator entries(
        folder, std::filesystem::directory_options::skip_permission_denied, error);
    if (error)
        return std::unexpected(errorFromErrno(error.value(), "open", folder));
    for (const auto end = std::filesystem::end(entries); entries != end; entries.increment(error)) {
        std::error_code ignored;
        if (entries->is_regular_file(ignored))
            files.push_back(entries->path());
    }
    std::ranges::sort(files); // Of two files for one place the first wins, on every machine.
    for (const auto& file : files) {
        if (const auto bytes = mapForeignFile(file))
            addBytes(file.string(), *bytes, Strangers::PassOver);
    }
    return {};
}

void SymbolSorter::addBytes(const std::string& origin, const ByteView& bytes, Strangers strangers)
{
    if (bytes.text().starts_with("PK\x03\x04")) {
        addArchive(origin, bytes);
        return;
    }
    if (detectFormat(bytes.span()) == FileFormat::Unknown && strangers == Strangers::PassOver)
        return;
    if (!looksLikeFatMachO(bytes.span())) {
        const auto object = openObject(bytes, {});
        if (object)
            addObject(origin, *object);
        else
            m_objects.push_back({origin, {}, object.error().detail});
        return;
    }
    const auto members = readFatMembers(bytes);
    if (!members)
        m_objects.push_back({origin, {}, members.error().detail});
    for (const auto& member : members ? *members : std::vector<FatMember>()) {
        const auto name = concat(origin, " (", archName(member.arch), ")");
        const auto object = openMachO(member.bytes, {});
        if (object)
            addObject(name, *object);
        else
            m_objects.push_back({name, {}, object.error().detail});
    }
}

void SymbolSorter::addArchive(const std::string& origin, const ByteView& bytes)
{
    const auto archive = ZipArchive::open(bytes);
    if (!archive) {
        m_objects.push_back({origin, {}, archive.error().detail});
        return;
    }
    for (const auto& entry : archive->entries()) {
        if (entry.name.ends_with('/'))
            continue;
        const auto name = concat(origin, "/", entry.name);
        const auto content = archive->read(entry, kMaxMemberBytes);
        // One level only: an archive inside an archive is not unpacked.
        if (content && !content->text().starts_with("PK\x03\x04"))
            addBytes(name, *content, Strangers::PassOver);
        else if (!content)
            m_objects.push_back({name, {}, content.error().detail});
    }
}

void SymbolSorter::addObject(const std::string& origin, const ObjectPtr& object)
{
    auto path = store(*object, std::string(baseName(origin)));
    if (path)
        m_objects.push_back({origin, *std::move(path), {}});
    else
        m_objects.push_back({origin, {}, path.error().detail});
}

Result<std::string> SymbolSorter::store(const Object& object, const std::string& name)
{
    const auto place = placeOf(object.kind());
    if (place.empty())
        return fail(ErrorKind::Unsupported, "a file of kind ", objectKindName(object.kind()),
                    " has no place in the layout");
    const auto id = unifiedId(object);
    if ((object.debugId().isNil() && object.codeId().empty()) || id.size() <= 2)
        return fail(ErrorKind::Unsupported, "has no id");
    const auto folder = concat(id.substr(0, 2), "/", id.substr(2));
    const auto path = concat(folder, "/", place);
    std::error_code ignored;
    if (std::filesystem::exists(m_options.output / path, ignored))
        return fail(ErrorKind::Unsupported, path, " is there already");
    FL_CHECK(write(concat(path, ".meta"), asBytes(metaJson(object, name))));
    if (!m_options.bundle.empty())
        FL_CHECK(write(concat(folder, "/refs/", m_options.bundle), {}));
    ByteView content = object.bytes();
    if (m_options.compression > 0) {
        FL_TRY(content, compressZstd(content.span(), m_options.compression));
    }
    FL_CHECK(write(path, content.span()));
    if (!object.debugId().isNil())
        m_debugIds.insert(object.debugId().canonical());
    if (m_options.withSources && place == kDebugInfo)
        FL_CHECK(storeSources(object, folder));
    return path;
}

Result<void> SymbolSorter::storeSources(const Object& object, const std::string& folder)
{
    const auto target = m_options.output / folder / kSourceBundle;
    std::error_code ignored;
    if (std::filesystem::exists(target, ignored))
        return {};
    FL_TRY(auto out, TempFile::create(target.parent_path()));
    FL_TRY(const auto stats, bundleSources(object, {}, out));
    return stats.files == 0 ? Result<void>() : keepForUser(out, target);
}

Result<void> SymbolSorter::write(const std::string& path, Bytes content) const
{
    const auto target = m_options.output / path;
    FL_TRY(auto file, TempFile::create(target.parent_path()));
    FL_CHECK(file.append(content));
    return keepForUser(file, target);
}

Result<void> SymbolSorter::finish()
{
    if (m_options.bundle.empty())
        return {};
    std::string text;
    JsonWriter json(text);
    json.beginObject().member("name", m_options.bundle);
    json.member("timestamp", static_cast<std::uint64_t>(std::time(nullptr)));
    json.key("debug_ids").beginArray();
    for (const auto& id : m_debugIds)
        json.value(id);
    json.endArray().endObject();
    return write(concat("bundles/", m_options.bundle), asBytes(text));
}

} // namespace faultline::app
