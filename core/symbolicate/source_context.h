#pragma once

#include "core/symbolicate/context_lines.h"
#include "core/symbolicate/linked_source.h"
#include "core/symbolicate/module_resolver.h"
#include "core/symbolicate/options.h"
#include "core/symbolicate/report.h"
#include "core/symcache/ppdb_cache.h"
#include "core/symcache/symcache.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace faultline {

/// Text of a source file and where it was found.
struct SourceText
{
    enum class Origin : std::uint8_t {
        EmbeddedContext,
        Bundle,
        SimilarInBundle, ///< Of another path than the recorded one: `location` says which.
        DebugFile,
        SourceLink,
        PathMapping,
        LocalPath
    };
    Origin origin = Origin::LocalPath;
    std::string path;                    ///< As recorded in the debug info.
    std::string location;                ///< Where it was found.
    std::string text;                    ///< UTF-8.
    std::optional<bool> checksumMatches; ///< Absent when the debug info records none.

    /// Known to be another text than the one that was compiled.
    bool isOther() const { return checksumMatches == false; }
};

/// Where a source was looked for, each with its outcome, and the first that had it.
struct SourceSearch
{
    std::optional<SourceText> found;
    std::vector<std::string> tried;
    std::string link; ///< http(s) URL that a bundle or PDB gives for the file; empty when none.
};

/// What debug info records about one source file.
struct RecordedFile
{
    DebugFile::ChecksumKind checksumKind = DebugFile::ChecksumKind::None;
    std::string_view checksum; ///< Hex digits. Both live as long as the RecordedFiles.
    std::string_view embeddedSource;
};

/// What debug info records about source files, by path. A cache may list hundreds of thousands.
class RecordedFiles
{
public:
    /// Both may be null.
    RecordedFiles(std::shared_ptr<const SymCache> cache, std::shared_ptr<const PpdbCache> managed);

    bool hasDebugInfo() const { return m_cache || m_managed; }

    /// Of several records of one path the one that says most.
    std::optional<RecordedFile> find(std::string_view path) const;

private:
    void add(std::string_view path, const RecordedFile& file);

    std::shared_ptr<const SymCache> m_cache;
    std::shared_ptr<const PpdbCache> m_managed;
    std::deque<std::string> m_checksums;                         // Of m_managed, as hex digits.
    std::unordered_map<std::string_view, RecordedFile> m_byPath; // Views into the above.
};

/// Looks in the module's source objects, then in the debug file's embedded sources, then (with
/// useLocalSources) behind path mappings and at the recorded path itself: of those local files the
/// first whose checksum does not contradict, else the first at all, marked. Blocks on local files
/// only.
SourceSearch findSource(const std::string& path,
                        const std::vector<ObjectPtr>& sourceObjects,
                        const RecordedFiles& recorded,
                        const SymbolicateOptions& options,
                        const ParseLimits& limits);

/// What one of `places` answered, as the outcome of a search.
SourceText textFrom(const SourcePlace& place,
                    const std::string& path,
                    const SourceFile& file,
                    const RecordedFiles& recorded);

/// Fills context lines and source links of all frames that have a path (spec/native.md §18.1):
/// first from what is at hand, then, for all files together, from where links and servers lead.
/// Each file is read once, unless all together are so big that earlier ones had to be dropped.
class SourceContext
{
public:
    SourceContext(ModuleResolver& resolver,
                  const Services& services,
                  const SymbolicateOptions& options,
                  CacheFetchOptions fetch)
        : m_resolver(resolver), m_services(services), m_options(options), m_fetch(fetch)
    {
    }

    void apply(std::vector<Frame>& frames);
    /// Downloads what apply() could not find and fills the frames that wait for it. Blocks.
    void fetchRemote(const std::stop_token& stop);

private:
    using FileKey = std::pair<std::uint32_t, std::string>; ///< Module and recorded path.

    /// A search and its text's lines.
    struct Known
    {
        SourceSearch search;
        std::optional<SourceLines> lines;
    };

    /// A file that only a download can give, and who waits for it.
    struct Remote
    {
        std::vector<SourcePlace> places; ///< In the order to try them.
        std::vector<Frame*> frames;
    };

    const Known& known(std::uint32_t module, const std::string& path);
    const RecordedFiles& recordedFiles(std::uint32_t module);
    void awaitRemote(Frame& frame, const std::string& link);
    void fetchRound(std::size_t round, const std::string& scope, const std::stop_token& stop);
    static void fill(Frame& frame, const SourceLines& lines, const SourceText& text);

    ModuleResolver& m_resolver;
    const Services& m_services;
    const SymbolicateOptions& m_options;
    CacheFetchOptions m_fetch;
    std::map<std::uint32_t, RecordedFiles> m_recorded;
    std::map<FileKey, Known> m_known;
    std::map<FileKey, Remote> m_remote;
    std::size_t m_knownBytes = 0; // Of the texts in m_known.
};

} // namespace faultline
