// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/source/source_search.h"

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/hex.h"
#include "core/base/source_place.h"
#include "core/base/text.h"
#include "core/sources/remote_file.h"

#include <algorithm>
#include <filesystem>

namespace faultline::symbolicate {

namespace {

bool hasChecksum(const RecordedFile& file, Bytes text)
{
    switch (file.checksumKind) {
    case object::DebugFile::ChecksumKind::None: return false;
    case object::DebugFile::ChecksumKind::Md5: return md5Hex(text) == file.checksum;
    case object::DebugFile::ChecksumKind::Sha1: return sha1Hex(text) == file.checksum;
    case object::DebugFile::ChecksumKind::Sha256: return sha256Hex(text) == file.checksum;
    }
    return false;
}

/// The text with line ends of Windows.
std::string withWindowsLineEnds(std::string_view text)
{
    std::string converted;
    converted.reserve(text.size() + text.size() / 16);
    for (const char c : text) {
        if (c == '\n' && !converted.ends_with('\r'))
            converted += '\r';
        converted += c;
    }
    return converted;
}

/// Compares the checksum of a text with the one in the debug info. Version control changes line
/// ends when a file is checked out, so a text that differs only in them is the compiled one.
std::optional<bool> checksumMatches(const std::optional<RecordedFile>& file, Bytes text)
{
    if (!file || file->checksumKind == object::DebugFile::ChecksumKind::None)
        return std::nullopt;
    if (hasChecksum(*file, text))
        return true;
    const auto windows = withWindowsLineEnds(asText(text));
    if (hasChecksum(*file, asBytes(windows)))
        return true;
    std::string plain(asText(text));
    std::erase(plain, '\r');
    return hasChecksum(*file, asBytes(plain));
}

std::string_view describe(const object::Object& object)
{
    switch (object.format()) {
    case object::FileFormat::SourceBundle: return "source bundle";
    case object::FileFormat::PortablePdb: return "portable pdb";
    case object::FileFormat::Pdb: return "pdb";
    default: return "debug file";
    }
}

bool isHttp(std::string_view url)
{
    return url.starts_with("http://") || url.starts_with("https://");
}

std::optional<SourceText>
fromObject(const std::string& path, const object::Object& object, SourceSearch& search)
{
    const auto what = describe(object);
    const auto source = object.sourceByPath(path);
    if (!source) {
        search.tried.push_back(concat(what, ": does not list the file"));
        return std::nullopt;
    }
    if (search.link.empty() && isHttp(source->url))
        search.link = source->url;
    if (!source->text) {
        search.tried.push_back(
            concat(what, ": links to ", sources::withoutCredentials(source->url)));
        return std::nullopt;
    }
    if (!*source->text) {
        search.tried.push_back(concat(what, ": ", source->text->error().describe()));
        return std::nullopt;
    }
    search.tried.push_back(concat(what, ": found"));
    const bool isBundle = object.format() == object::FileFormat::SourceBundle;
    return SourceText{.origin =
                          isBundle ? SourceText::Origin::Bundle : SourceText::Origin::DebugFile,
                      .path = path,
                      .location = std::string(what),
                      .text = std::string((*source->text)->text()),
                      .checksumMatches = std::nullopt};
}

bool isSeparator(char c)
{
    return c == '/' || c == '\\';
}

std::string_view withoutTrailingSeparator(std::string_view path)
{
    return !path.empty() && isSeparator(path.back()) ? path.substr(0, path.size() - 1) : path;
}

/// Applies a mapping of whole path components. Windows paths ignore case and the kind of separator.
std::optional<std::string>
mappedPath(std::string_view path, std::string_view from, std::string_view to)
{
    if (from.empty())
        return std::nullopt;
    from = withoutTrailingSeparator(from);
    if (path.size() <= from.size() || !isSeparator(path[from.size()]))
        return std::nullopt;
    const bool isWindows = path.find('\\') != std::string_view::npos;
    const auto same = [isWindows](char a, char b) {
        if (!isWindows)
            return a == b;
        const auto folded = [](char c) {
            return c == '\\' ? '/' : static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
        };
        return folded(a) == folded(b);
    };
    if (!std::ranges::equal(path.substr(0, from.size()), from, same))
        return std::nullopt;
    std::string rest(path.substr(from.size()));
    if (isWindows)
        std::ranges::replace(rest, '\\', '/');
    return concat(withoutTrailingSeparator(to), rest);
}

/// Searches bundles for the file under another path: one from a mapping, or the most similar one.
std::optional<SourceText> fromSimilarPath(const std::string& path,
                                          const object::Object& object,
                                          const SymbolicateOptions& options,
                                          const RecordedFiles& recorded,
                                          SourceSearch& search)
{
    if (object.format() != object::FileFormat::SourceBundle)
        return std::nullopt;
    std::vector<std::string> candidates;
    for (const auto& [from, to] : options.pathMappings) {
        if (auto mapped = mappedPath(path, from, to))
            candidates.push_back(*std::move(mapped));
    }
    if (auto similar = object.similarSource(path))
        candidates.push_back(*std::move(similar));
    for (const auto& candidate : candidates) {
        const auto source = object.sourceByPath(candidate);
        if (!source || !source->text || !*source->text)
            continue;
        search.tried.push_back(concat("source bundle: found ", candidate, " instead"));
        const Bytes bytes = (*source->text)->span();
        return SourceText{.origin = SourceText::Origin::SimilarInBundle,
                          .path = path,
                          .location = candidate,
                          .text = std::string((*source->text)->text()),
                          .checksumMatches = checksumMatches(recorded.find(path), bytes)};
    }
    return std::nullopt;
}

std::optional<SourceText>
fromDebugInfo(const std::string& path, const RecordedFiles& recorded, SourceSearch& search)
{
    if (!recorded.hasDebugInfo())
        return std::nullopt;
    const auto file = recorded.find(path);
    if (!file || file->embeddedSource.empty()) {
        search.tried.emplace_back("debug info: carries no source text");
        return std::nullopt;
    }
    search.tried.emplace_back("debug info: found");
    return SourceText{.origin = SourceText::Origin::DebugFile,
                      .path = path,
                      .location = "debug info",
                      .text = toValidUtf8(file->embeddedSource),
                      .checksumMatches = std::nullopt};
}

/// Tries local files and keeps the best one.
class LocalSearch
{
public:
    LocalSearch(const std::string& path,
                const RecordedFiles& recorded,
                const ParseLimits& limits,
                SourceSearch& search)
        : m_path(path), m_recorded(recorded), m_limits(limits), m_search(search)
    {
    }

    void look(const std::string& local, SourceText::Origin origin)
    {
        if (m_search.found && !m_search.found->isOther())
            return;
        std::error_code ignored;
        if (std::filesystem::exists(local, ignored) && !isSourceFile(local)) {
            m_search.tried.push_back(
                concat(local, ": not read, because its name or place is not that of a source"));
            m_search.isRefused = true;
            return;
        }
        const auto bytes = readFile(local, m_limits.maxDecompressedSourceBytes);
        if (!bytes) {
            m_search.tried.push_back(concat(local, ": ", bytes.error().describe()));
            return;
        }
        SourceText text{.origin = origin,
                        .path = m_path,
                        .location = local,
                        .text = toValidUtf8(bytes->text()),
                        .checksumMatches = checksumMatches(m_recorded.find(m_path), bytes->span())};
        m_search.tried.push_back(
            concat(local, text.isOther() ? ": found, but its checksum is not the recorded one"
                                         : ": found"));
        if (!m_search.found || !text.isOther())
            m_search.found = std::move(text);
    }

private:
    const std::string& m_path;
    const RecordedFiles& m_recorded;
    const ParseLimits& m_limits;
    SourceSearch& m_search;
};

/// Rates the information in a record; more is better.
int worth(const RecordedFile& file)
{
    return (file.embeddedSource.empty() ? 0 : 2) +
           (file.checksumKind == object::DebugFile::ChecksumKind::None ? 0 : 1);
}

} // namespace

RecordedFiles::RecordedFiles(std::shared_ptr<const symcache::SymCache> cache,
                             std::shared_ptr<const symcache::PpdbCache> managed)
    : m_cache(std::move(cache)), m_managed(std::move(managed))
{
    for (std::uint32_t i = 0; m_cache && i < m_cache->fileCount(); ++i) {
        if (const auto file = m_cache->file(i))
            add(file->path, {.checksumKind = file->checksumKind,
                             .checksum = file->checksum,
                             .embeddedSource = file->embeddedSource});
    }
    for (std::uint32_t i = 0; m_managed && i < m_managed->fileCount(); ++i) {
        if (const auto file = m_managed->file(i))
            add(file->path, {.checksumKind = file->checksumKind,
                             .checksum = m_checksums.emplace_back(hexOfBytes(file->checksum)),
                             .embeddedSource = {}});
    }
}

void RecordedFiles::add(std::string_view path, const RecordedFile& file)
{
    if (worth(file) == 0)
        return;
    const auto [entry, isNew] = m_byPath.try_emplace(path, file);
    if (!isNew && worth(file) > worth(entry->second))
        entry->second = file;
}

std::optional<RecordedFile> RecordedFiles::find(std::string_view path) const
{
    const auto found = m_byPath.find(path);
    return found == m_byPath.end() ? std::nullopt : std::optional(found->second);
}

SourceSearch findSource(const std::string& path,
                        const std::vector<object::ObjectPtr>& sourceObjects,
                        const RecordedFiles& recorded,
                        const SymbolicateOptions& options,
                        const ParseLimits& limits)
{
    SourceSearch search;
    for (const auto& object : sourceObjects) {
        if (object && !search.found)
            search.found = fromObject(path, *object, search);
    }
    if (!search.found)
        search.found = fromDebugInfo(path, recorded, search);
    if (search.found || !options.useLocalSources)
        return search;
    for (const auto& object : sourceObjects) {
        if (object && !search.found)
            search.found = fromSimilarPath(path, *object, options, recorded, search);
    }
    if (search.found && !search.found->isOther())
        return search;
    LocalSearch local(path, recorded, limits, search);
    for (const auto& [from, to] : options.pathMappings) {
        if (const auto mapped = mappedPath(path, from, to))
            local.look(*mapped, SourceText::Origin::PathMapping);
    }
    // Only absolute paths are used, because a relative one would depend on the current directory.
    if (path.starts_with('/'))
        local.look(path, SourceText::Origin::LocalPath);
    return search;
}

SourceText textFrom(const SourcePlace& place,
                    const std::string& path,
                    const SourceFile& file,
                    const RecordedFiles& recorded)
{
    return {.origin = place.isConfigured ? SourceText::Origin::SourceServer
                                         : SourceText::Origin::SourceLink,
            .path = path,
            .location = sources::withoutCredentials(place.url),
            .text = std::string(file.text.text()),
            .checksumMatches = checksumMatches(recorded.find(path), file.text.span())};
}

} // namespace faultline::symbolicate
