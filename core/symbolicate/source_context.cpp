#include "core/symbolicate/source_context.h"

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/formats/sourcebundle/source_bundle.h"

#include <algorithm>

namespace faultline {

namespace {

constexpr std::size_t kMaxKnownBytes = 256u << 20; // A bundle may unpack to far more than memory.

/// Checksum of a local file against the one that the debug info records for the path.
std::optional<bool> checksumMatches(const std::optional<SymFile>& file, Bytes text)
{
    if (!file)
        return std::nullopt;
    switch (file->checksumKind) {
    case DebugFile::ChecksumKind::None: return std::nullopt;
    case DebugFile::ChecksumKind::Md5: return md5Hex(text) == file->checksum;
    case DebugFile::ChecksumKind::Sha1: return sha1Hex(text) == file->checksum;
    case DebugFile::ChecksumKind::Sha256: return sha256Hex(text) == file->checksum;
    }
    return std::nullopt;
}

std::optional<SourceText>
fromBundle(const std::string& path, const ObjectPtr& object, SourceSearch& search)
{
    if (!object || object->format() != FileFormat::SourceBundle)
        return std::nullopt;
    const auto& bundle = static_cast<const SourceBundle&>(*object);
    const auto source = bundle.fileByPath(path);
    if (!source) {
        search.tried.emplace_back("source bundle: does not list the file");
        return std::nullopt;
    }
    if (source->url.starts_with("http://") || source->url.starts_with("https://"))
        search.link = source->url;
    if (source->entry == nullptr) {
        search.tried.push_back("source bundle: links to " + source->url);
        return std::nullopt;
    }
    const auto text = bundle.readText(*source->entry);
    if (!text) {
        search.tried.push_back("source bundle: " + text.error().describe());
        return std::nullopt;
    }
    search.tried.emplace_back("source bundle: found");
    return SourceText{.origin = SourceText::Origin::Bundle,
                      .path = path,
                      .location = "source bundle",
                      .text = std::string(text->text()),
                      .checksumMatches = std::nullopt};
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

std::optional<SourceText> fromLocalFile(const std::string& path,
                                        const std::string& local,
                                        SourceText::Origin origin,
                                        const RecordedFiles& recorded,
                                        const ParseLimits& limits,
                                        std::vector<std::string>& tried)
{
    const auto bytes = readFile(local, limits.maxDecompressedSourceBytes);
    if (!bytes) {
        tried.push_back(local + ": " + bytes.error().describe());
        return std::nullopt;
    }
    tried.push_back(local + ": found");
    return SourceText{.origin = origin,
                      .path = path,
                      .location = local,
                      .text = toValidUtf8(bytes->text()),
                      .checksumMatches = checksumMatches(recorded.find(path), bytes->span())};
}

/// More is better.
int worth(const SymFile& file)
{
    return (file.embeddedSource.empty() ? 0 : 2) +
           (file.checksumKind == DebugFile::ChecksumKind::None ? 0 : 1);
}

} // namespace

RecordedFiles::RecordedFiles(std::shared_ptr<const SymCache> cache) : m_cache(std::move(cache))
{
    const std::uint32_t count = m_cache ? m_cache->fileCount() : 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto file = m_cache->file(i);
        if (!file || worth(*file) == 0)
            continue;
        const auto [entry, isNew] = m_byPath.try_emplace(file->path, *file);
        if (!isNew && worth(*file) > worth(entry->second))
            entry->second = *file;
    }
}

std::optional<SymFile> RecordedFiles::find(std::string_view path) const
{
    const auto found = m_byPath.find(path);
    return found == m_byPath.end() ? std::nullopt : std::optional(found->second);
}

SourceSearch findSource(const std::string& path,
                        const ObjectPtr& sourceObject,
                        const RecordedFiles& recorded,
                        const SymbolicateOptions& options,
                        const ParseLimits& limits)
{
    SourceSearch search;
    search.found = fromBundle(path, sourceObject, search);
    if (!search.found)
        search.found = fromDebugInfo(path, recorded, search);
    if (search.found || !options.useLocalSources)
        return search;
    for (const auto& [from, to] : options.pathMappings) {
        if (!search.found && path.starts_with(from))
            search.found =
                fromLocalFile(path, to + path.substr(from.size()), SourceText::Origin::PathMapping,
                              recorded, limits, search.tried);
    }
    // Only absolute paths: a relative one would be looked for wherever this process happens to run.
    if (!search.found && path.starts_with('/'))
        search.found = fromLocalFile(path, path, SourceText::Origin::LocalPath, recorded, limits,
                                     search.tried);
    return search;
}

const RecordedFiles& SourceContext::recordedFiles(std::uint32_t module)
{
    const auto found = m_recorded.find(module);
    if (found != m_recorded.end())
        return found->second;
    return m_recorded.try_emplace(module, m_resolver.symCache(module)).first->second;
}

const SourceContext::Known& SourceContext::known(std::uint32_t module, const std::string& path)
{
    const auto found = m_known.find({module, path});
    if (found != m_known.end())
        return found->second;
    if (m_knownBytes > kMaxKnownBytes) {
        m_known.clear();
        m_knownBytes = 0;
    }
    Known& entry = m_known[{module, path}];
    entry.search = findSource(path, m_resolver.sourceObject(module), recordedFiles(module),
                              m_options, m_limits);
    if (entry.search.found) {
        m_knownBytes += entry.search.found->text.size();
        entry.lines.emplace(entry.search.found->text);
    }
    return entry;
}

void SourceContext::apply(std::vector<Frame>& frames)
{
    for (auto& frame : frames) {
        if (!frame.module || !frame.absPath || !frame.line)
            continue;
        const Known& source = known(*frame.module, *frame.absPath);
        if (source.lines)
            source.lines->apply(frame, *frame.line);
        if (!source.search.link.empty())
            frame.sourceLink = source.search.link;
    }
}

} // namespace faultline
