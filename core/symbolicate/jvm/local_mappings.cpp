// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/local_mappings.h"

#include "core/base/file.h"
#include "core/base/folder_walk.h"
#include "core/base/result.h"
#include "core/formats/debug/proguard/mapping_line.h"
#include "core/formats/debug/proguard/mapping_reader.h"
#include "core/packing/unpack.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

namespace faultline::jvm {

namespace {

constexpr std::size_t kMaxDepth = 8;
constexpr std::size_t kMaxFiles = 10'000;
constexpr std::size_t kMaxEntries = 200'000;
constexpr int kHeadLines = 20;
constexpr std::size_t kHeadBytes = 1 << 20;
constexpr std::array<std::string_view, 5> kExtensions{".txt", ".map", ".gz", ".zip", ".zst"};
/// Packed files are unpacked as a whole, so a folder of downloads must not cost minutes.
constexpr std::size_t kMaxPackedBytes = 64 << 20;
constexpr std::uint64_t kMaxUnpackedBytes = 1u << 30;

/// Returns the text of a file if the file is a mapping.
std::optional<ByteView> readMapping(const std::string& path)
{
    auto bytes = mapForeignFile(path);
    if (!bytes)
        return std::nullopt;
    if (packing::looksCompressed(bytes->span()) && bytes->size() <= kMaxPackedBytes) {
        auto file = TempFile::createInMemory();
        if (!file || !packing::unpackByContent(bytes->span(), *file, kMaxUnpackedBytes, {}))
            return std::nullopt;
        bytes = file->map();
    }
    if (!bytes || !proguard::looksLikeMapping(bytes->text()))
        return std::nullopt;
    return *bytes;
}

bool haveSameContent(const std::string& a, const std::string& b)
{
    const auto one = mapForeignFile(a);
    const auto other = mapForeignFile(b);
    return one && other && one->text() == other->text();
}

using Headers = std::map<std::string_view, std::string_view>;

Headers readHeaders(std::string_view mapping)
{
    Headers headers;
    proguard::MappingLines lines(mapping.substr(0, kHeadBytes));
    for (int i = 0; i < kHeadLines; ++i) {
        const auto text = lines.next();
        if (!text)
            break;
        const auto line = proguard::parseMappingLine(*text);
        const auto* header = std::get_if<proguard::HeaderLine>(&line);
        if (header != nullptr && header->value)
            headers.emplace(header->key, *header->value);
    }
    return headers;
}

std::string_view valueOf(const Headers& headers, std::string_view key)
{
    const auto found = headers.find(key);
    return found == headers.end() ? std::string_view() : found->second;
}

/// Tells whether the headers name this id. R8 writes a map id that is a prefix of the hash.
bool hasId(const Headers& headers, const std::string& id)
{
    return std::ranges::any_of(std::to_array({"pg_map_id", "pg_map_hash"}), [&](const char* key) {
        const auto value = valueOf(headers, key);
        return !value.empty() &&
               (value.find(id) != std::string_view::npos || id.starts_with(value));
    });
}

MappingHead headOf(const Headers& headers, std::span<const std::string> mapIds)
{
    MappingHead head;
    head.compiler = valueOf(headers, "compiler");
    if (const auto version = valueOf(headers, "compiler_version"); !version.empty())
        head.compiler += concat(head.compiler.empty() ? "" : " ", version);
    head.mapId = valueOf(headers, "pg_map_id");
    if (head.mapId.empty())
        head.mapId = valueOf(headers, "pg_map_hash");
    const auto found =
        std::ranges::find_if(mapIds, [&](const std::string& id) { return hasId(headers, id); });
    if (found != mapIds.end())
        head.wantedId = static_cast<std::size_t>(found - mapIds.begin());
    return head;
}

class MappingSearch
{
public:
    MappingSearch(std::span<const std::string> mapIds, const std::stop_token& stop)
        : m_mapIds(mapIds), m_stop(stop)
    {
    }

    void look(const symbolicate::LocalPlace& place, std::size_t index)
    {
        std::error_code error;
        if (!std::filesystem::is_directory(place.path, error))
            return take(place.path, index, false);
        std::size_t entries = 0;
        std::size_t files = 0;
        auto walk = FolderWalk::begin(place.path);
        while (walk && files < kMaxFiles && entries < kMaxEntries && !m_stop.stop_requested()) {
            const auto* entry = walk->next();
            if (entry == nullptr)
                break;
            ++entries;
            if (!place.isRecursive || entry->depth > kMaxDepth)
                walk->passOver();
            const auto extension = entry->path.extension().string();
            std::error_code gone;
            if (std::ranges::find(kExtensions, extension) != kExtensions.end() &&
                std::filesystem::is_regular_file(entry->path, gone)) {
                ++files;
                take(entry->path.string(), index, true);
            }
        }
    }

    std::vector<LocalMapping> found()
    {
        if (m_mapIds.empty())
            leaveOutOthers();
        return std::move(m_found);
    }

private:
    using Verdict = LocalMapping::Verdict;

    void take(const std::string& path, std::size_t place, bool isInFolder)
    {
        const auto head = readMappingHead(path, m_mapIds);
        if (!head)
            return;
        std::error_code error;
        const auto absolute = std::filesystem::absolute(path, error);
        LocalMapping mapping;
        mapping.path = error ? path : absolute.lexically_normal().string();
        mapping.place = place;
        mapping.mapId = head->mapId;
        mapping.wantedId = head->wantedId;
        m_isInFolder.push_back(isInFolder);
        if (isInFolder && !m_mapIds.empty() && !head->wantedId)
            mapping.verdict = Verdict::OtherBuild;
        m_found.push_back(std::move(mapping));
    }

    /// Without an id, the first place with a mapping decides, and a folder must have only one.
    void leaveOutOthers()
    {
        std::optional<std::size_t> first;
        for (std::size_t i = 0; i < m_found.size(); ++i) {
            auto& mapping = m_found[i];
            if (!m_isInFolder[i]) {
                first = first.value_or(i);
                continue;
            }
            if (!first)
                first = i;
            else if (m_found[*first].place != mapping.place)
                mapping.verdict = Verdict::Superseded;
            else if (haveSameContent(m_found[*first].path, mapping.path))
                mapping.verdict = Verdict::Duplicate;
            else
                m_found[*first].verdict = mapping.verdict = Verdict::Ambiguous;
        }
    }

    std::span<const std::string> m_mapIds;
    const std::stop_token& m_stop;
    std::vector<LocalMapping> m_found;
    std::vector<bool> m_isInFolder; // For each of m_found.
};

} // namespace

std::optional<SkipReason> skipReasonOf(LocalMapping::Verdict verdict)
{
    switch (verdict) {
    case LocalMapping::Verdict::Used:
    case LocalMapping::Verdict::OtherBuild: break;
    case LocalMapping::Verdict::Ambiguous: return SkipReason::SeveralMappings;
    case LocalMapping::Verdict::Duplicate: return SkipReason::SameContent;
    case LocalMapping::Verdict::Superseded: return SkipReason::OtherFileChosen;
    }
    return std::nullopt;
}

std::vector<LocalMapping> findLocalMappings(std::span<const symbolicate::LocalPlace> places,
                                            std::span<const std::string> mapIds,
                                            const std::stop_token& stop)
{
    MappingSearch search(mapIds, stop);
    for (std::size_t i = 0; i < places.size(); ++i)
        search.look(places[i], i);
    return search.found();
}

std::vector<std::string> usedPaths(std::span<const LocalMapping> mappings)
{
    std::vector<std::string> paths;
    for (const auto& mapping : mappings) {
        if (mapping.verdict == LocalMapping::Verdict::Used)
            paths.push_back(mapping.path);
    }
    return paths;
}

std::optional<MappingHead> readMappingHead(const std::string& path,
                                           std::span<const std::string> mapIds)
{
    const auto mapping = readMapping(path);
    if (!mapping)
        return std::nullopt;
    return headOf(readHeaders(mapping->text()), mapIds);
}

std::optional<BuildIdentity> wrongBuildOf(const std::string& path, const std::string& wantedId)
{
    if (wantedId.empty())
        return std::nullopt;
    const auto head = readMappingHead(path, std::span(&wantedId, 1));
    if (!head || head->wantedId || head->mapId.empty())
        return std::nullopt;
    return BuildIdentity{.verdict = IdentityVerdict::WrongBuild,
                         .evidence = IdentityEvidence::MapId,
                         .found = head->mapId,
                         .expected = wantedId};
}

} // namespace faultline::jvm
