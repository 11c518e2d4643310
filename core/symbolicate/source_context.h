#pragma once

#include "core/symbolicate/context_lines.h"
#include "core/symbolicate/module_resolver.h"
#include "core/symbolicate/options.h"
#include "core/symbolicate/report.h"
#include "core/symcache/symcache.h"

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
};

/// Where a source was looked for, each with its outcome, and the first that had it.
struct SourceSearch
{
    std::optional<SourceText> found;
    std::vector<std::string> tried;
    std::string link; ///< http(s) URL that a bundle gives for the file; empty when none.
};

/// What debug info records about source files, by path. A cache may list hundreds of thousands.
class RecordedFiles
{
public:
    /// `cache` may be null.
    explicit RecordedFiles(std::shared_ptr<const SymCache> cache);

    bool hasDebugInfo() const { return m_cache != nullptr; }

    /// Of several records of one path the one that says most.
    std::optional<SymFile> find(std::string_view path) const;

private:
    std::shared_ptr<const SymCache> m_cache;
    std::unordered_map<std::string_view, SymFile> m_byPath; // Views into m_cache.
};

/// Looks in the module's source object, then in the debug file's embedded sources, then (with
/// useLocalSources) behind path mappings and at the recorded path itself. Blocks on local files
/// only.
SourceSearch findSource(const std::string& path,
                        const ObjectPtr& sourceObject,
                        const RecordedFiles& recorded,
                        const SymbolicateOptions& options,
                        const ParseLimits& limits);

/// Fills context lines and source links of all frames that have a path (spec/native.md §18.1). Each
/// file is read once, unless all together are so big that earlier ones had to be dropped.
class SourceContext
{
public:
    SourceContext(const ModuleResolver& resolver,
                  const SymbolicateOptions& options,
                  const ParseLimits& limits)
        : m_resolver(resolver), m_options(options), m_limits(limits)
    {
    }

    void apply(std::vector<Frame>& frames);

private:
    /// A search and its text's lines.
    struct Known
    {
        SourceSearch search;
        std::optional<SourceLines> lines;
    };

    const Known& known(std::uint32_t module, const std::string& path);
    const RecordedFiles& recordedFiles(std::uint32_t module);

    const ModuleResolver& m_resolver;
    const SymbolicateOptions& m_options;
    const ParseLimits& m_limits;
    std::map<std::uint32_t, RecordedFiles> m_recorded;
    std::map<std::pair<std::uint32_t, std::string>, Known> m_known;
    std::size_t m_knownBytes = 0; // Of the texts in m_known.
};

} // namespace faultline
