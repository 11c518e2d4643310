// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/cache_import.h"

#include "core/base/file.h"
#include "core/base/folder_walk.h"
#include "core/base/hash.h"
#include "core/base/process_temp_folder.h"
#include "core/base/temp_file.h"
#include "core/base/text.h"
#include "core/cache/cache_key.h"
#include "core/cache/cache_root.h"
#include "core/cache/entry_header.h"
#include "core/cache/entry_time.h"
#include "core/config/duration.h"
#include "core/json/json_cursor.h"
#include "core/json/json_reader.h"
#include "core/net/transport/http_status.h"

#include <algorithm>
#include <array>
#include <sys/stat.h>
#include <unistd.h>

namespace faultline::app {

namespace {

namespace fs = std::filesystem;

struct Marker
{
    std::string_view text;
    ErrorKind kind;
};

/// In the order in which Symbolicator checks for them.
constexpr std::array kMarkers{
    Marker{"permissiondenied", ErrorKind::PermissionDenied},
    Marker{"timeout", ErrorKind::Timeout},
    Marker{"downloaderror", ErrorKind::DownloadFailed},
    Marker{"malformed", ErrorKind::Malformed},
    Marker{"unsupported", ErrorKind::Unsupported},
};

constexpr std::size_t kMaxFailureText = 64 << 10;
constexpr std::uint64_t kMaxMetadataBytes = 1 << 20;
constexpr std::string_view kMetadataSuffix = ".metadata";

/// Folders that contain unchanged files of the sources. Each has the versions that Symbolicator
/// uses, best first.
struct SharedKind
{
    std::string_view name;
    std::array<std::uint32_t, 2> versions;
};

constexpr std::array kSharedKinds{
    SharedKind{"objects", {2, 1}},
    SharedKind{"auxdifs", {2, 1}},
    SharedKind{"il2cpp", {2, 1}},
    SharedKind{"sourcefiles", {2, 1}},
};
/// The version of our items of these kinds. tst_cache_import fails when one of them is raised,
/// because the import may have to change too.
constexpr std::uint32_t kOurVersion = 1;

/// Returns the digits of a name like aa/bb/<60> or aa/bbbbbb/<56>; empty for any other file.
std::string digestOf(const fs::path& relative)
{
    std::string digits;
    for (const auto& part : relative)
        digits += part.string();
    const bool fits = digits.size() == 64 && std::ranges::all_of(digits, [](char c) {
                          return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
                      });
    return fits ? digits : std::string();
}

class Import
{
public:
    Import(cache::CacheRoot to, ProcessTempFolder temp)
        : m_to(std::move(to)), m_temp(std::move(temp))
    {
    }

    Result<void>
    takeVersion(const SharedKind& kind, const fs::path& folder, const std::stop_token& stop)
    {
        auto walk = FolderWalk::begin(folder);
        while (const auto* entry = walk ? walk->next() : nullptr) {
            if (stop.stop_requested())
                return fail(ErrorKind::Cancelled, "no longer wanted");
            const auto digest = digestOf(entry->path.lexically_relative(folder));
            std::error_code gone;
            if (!digest.empty() && fs::is_regular_file(entry->path, gone))
                FL_CHECK(take(kind.name, entry->path, digest));
        }
        return {};
    }

    ReferenceImport takeResult() { return std::move(m_result); }

private:
    Result<void> take(std::string_view kind, const fs::path& path, const std::string& digest)
    {
        const auto target = concat(kind, "/v", kOurVersion, "/", digest.substr(0, 2), "/",
                                   digest.substr(2, 2), "/", digest.substr(4));
        if (m_to.findEntry(target)) {
            ++m_result.alreadyThere;
            return {};
        }
        const auto data = mapForeignFile(path);
        struct stat info = {};
        if (!data || ::stat(path.c_str(), &info) != 0)
            return {}; // The file has disappeared, or we may not read it.
        auto failure = readMarkedFailure(data->span());
        if (!failure) {
            m_result.damaged.push_back({path, failure.error().detail});
            return {};
        }
        if (*failure && ((*failure)->kind == ErrorKind::Malformed ||
                         (*failure)->kind == ErrorKind::Unsupported)) {
            ++m_result.leftOut;
            return {};
        }
        const auto header = headerOf(path, digest, *failure, info);
        FL_CHECK(write(header, header.failure ? Bytes() : data->span(), target, info));
        ++(header.failure ? m_result.failures : m_result.payloads);
        return {};
    }

    static cache::EntryHeader headerOf(const fs::path& path,
                                       const std::string& digest,
                                       std::optional<Error> failure,
                                       const struct stat& info)
    {
        const auto metadata =
            readFile(path.string() + std::string(kMetadataSuffix), kMaxMetadataBytes);
        auto known = readReferenceMetadata(metadata ? metadata->text() : std::string_view());
        if (sha256Hex(asBytes(known.keyText)) != digest)
            known.keyText.clear();
        cache::EntryHeader header;
        header.failure = std::move(failure);
        header.createdAt = cache::nanosecondsSinceEpoch(
            cache::CacheTime(std::chrono::seconds(known.createdAt.value_or(info.st_mtim.tv_sec))));
        header.lastUpgradeAttempt = header.createdAt;
        header.category = cache::CacheCategory::Downloaded;
        header.scope = std::move(known.scope);
        header.keyText = std::move(known.keyText);
        return header;
    }

    Result<void> write(cache::EntryHeader header,
                       Bytes payload,
                       const std::string& target,
                       const struct stat& info) const
    {
        FL_TRY(const auto folder, m_temp.open());
        FL_TRY(auto file, TempFile::create(folder, cache::entryHeaderBytes(header)));
        FL_CHECK(file.append(payload));
        // Check the copy, because the original may have changed in the meantime.
        FL_TRY(const auto written, file.map());
        header.payloadChecksum = crc32(written.span());
        FL_CHECK(file.writeReserved(cache::encodeEntryHeader(header, file.sizeBytes())));
        FL_CHECK(m_to.keepEntry(file, target));
        m_to.touchEntry(target, fileIdentity(info).mtimeNs);
        return {};
    }

    const cache::CacheRoot m_to;
    const ProcessTempFolder m_temp;
    ReferenceImport m_result;
};

} // namespace

Result<std::optional<Error>> readMarkedFailure(Bytes data)
{
    const auto text = asText(data);
    if (text.empty())
        return Error{ErrorKind::NotFound, {}};
    const auto marker = std::ranges::find_if(
        kMarkers, [&](const Marker& known) { return text.starts_with(known.text); });
    if (marker == kMarkers.end())
        return std::nullopt;
    auto rest = text.substr(marker->text.size(), kMaxFailureText);
    rest = rest.substr(0, rest.find('\0'));
    if (marker->kind != ErrorKind::Timeout)
        return Error{marker->kind, toValidUtf8(rest)};
    FL_TRY(const auto duration, config::parseDuration(rest));
    return Error{ErrorKind::Timeout,
                 net::durationText(std::chrono::ceil<std::chrono::milliseconds>(duration))};
}

ReferenceMetadata readReferenceMetadata(std::string_view json)
{
    const auto document = json::parseJson(json);
    if (!document || document->root().kind() != json::JsonKind::Object)
        return {};
    json::JsonErrors errors;
    const json::JsonCursor root(document->root(), errors);
    ReferenceMetadata known;
    const auto scope = root.member("scope");
    known.scope = scope.isNull() ? std::string(cache::kGlobalScope) : scope.string();
    constexpr std::uint64_t kLatest = std::uint64_t{1} << 33; // Nanoseconds must not overflow.
    known.createdAt =
        static_cast<std::int64_t>(root.member("time_created").unsignedInteger(kLatest));
    if (const auto debug = root.member("debug"); !debug.isAbsent() && !debug.isNull())
        known.keyText = debug.member("key_data").optionalString().value_or("");
    return errors.ok() ? known : ReferenceMetadata();
}

Result<ReferenceImport>
importReferenceCache(const fs::path& from, const fs::path& to, const std::stop_token& stop)
{
    std::error_code error;
    if (!fs::is_directory(from, error))
        return fail(ErrorKind::NotFound, "no cache folder at ", from.string());
    FL_TRY(auto root, cache::CacheRoot::openOrMake(to, ::geteuid()));
    FL_TRY(auto temp, ProcessTempFolder::create(cache::tempPlaceOf(root)));
    Import import(std::move(root), std::move(temp));
    for (const auto& kind : kSharedKinds) {
        for (const auto version : kind.versions)
            FL_CHECK(import.takeVersion(kind, from / kind.name / concat("v", version), stop));
    }
    return import.takeResult();
}

} // namespace faultline::app
