#include "core/symbolicate/source_context.h"

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/formats/sourcebundle/source_bundle.h"
#include "core/symbolicate/context_lines.h"

#include <algorithm>

namespace faultline {

namespace {

/// Checksum of a local file against the one that the debug info records for the path.
std::optional<bool> checksumOf(const SymCache* cache, const std::string& path, Bytes text)
{
    if (cache == nullptr)
        return std::nullopt;
    for (std::uint32_t i = 0; i < cache->fileCount(); ++i) {
        const auto file = cache->file(i);
        if (!file || file->path != path)
            continue;
        switch (file->checksumKind) {
        case DebugFile::ChecksumKind::None: return std::nullopt;
        case DebugFile::ChecksumKind::Md5: return md5Hex(text) == file->checksum;
        case DebugFile::ChecksumKind::Sha1: return sha1Hex(text) == file->checksum;
        case DebugFile::ChecksumKind::Sha256: return sha256Hex(text) == file->checksum;
        }
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
fromDebugInfo(const std::string& path, const SymCache* cache, std::vector<std::string>& tried)
{
    if (cache == nullptr)
        return std::nullopt;
    for (std::uint32_t i = 0; i < cache->fileCount(); ++i) {
        const auto file = cache->file(i);
        if (!file || file->path != path || file->embeddedSource.empty())
            continue;
        tried.emplace_back("debug info: found");
        return SourceText{.origin = SourceText::Origin::DebugFile,
                          .path = path,
                          .location = "debug info",
                          .text = toValidUtf8(file->embeddedSource),
                          .checksumMatches = std::nullopt};
    }
    tried.emplace_back("debug info: carries no source text");
    return std::nullopt;
}

std::optional<SourceText> fromLocalFile(const std::string& path,
                                        const std::string& local,
                                        SourceText::Origin origin,
                                        const SymCache* cache,
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
                      .checksumMatches = checksumOf(cache, path, bytes->span())};
}

} // namespace

SourceSearch findSource(const std::string& path,
                        const ObjectPtr& sourceObject,
                        const SymCache* cache,
                        const SymbolicateOptions& options,
                        const ParseLimits& limits)
{
    SourceSearch search;
    search.found = fromBundle(path, sourceObject, search);
    if (!search.found)
        search.found = fromDebugInfo(path, cache, search.tried);
    if (search.found || !options.useLocalSources)
        return search;
    for (const auto& [from, to] : options.pathMappings) {
        if (!search.found && path.starts_with(from))
            search.found =
                fromLocalFile(path, to + path.substr(from.size()), SourceText::Origin::PathMapping,
                              cache, limits, search.tried);
    }
    // Only absolute paths: a relative one would be looked for wherever this process happens to run.
    if (!search.found && path.starts_with('/'))
        search.found =
            fromLocalFile(path, path, SourceText::Origin::LocalPath, cache, limits, search.tried);
    return search;
}

const SourceSearch& SourceContext::searchFor(std::uint32_t module, const std::string& path)
{
    const auto [entry, isNew] = m_searches.try_emplace({module, path});
    if (isNew)
        entry->second = findSource(path, m_resolver.sourceObject(module),
                                   m_resolver.symCache(module).get(), m_options, m_limits);
    return entry->second;
}

void SourceContext::apply(std::vector<Frame>& frames)
{
    for (auto& frame : frames) {
        if (!frame.module || !frame.absPath || !frame.line)
            continue;
        const SourceSearch& search = searchFor(*frame.module, *frame.absPath);
        if (search.found)
            applyContextLines(frame, search.found->text, *frame.line);
        if (!search.link.empty())
            frame.sourceLink = search.link;
    }
}

} // namespace faultline
