#pragma once

#include "core/symbolicate/module_resolver.h"
#include "core/symbolicate/options.h"
#include "core/symbolicate/report.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
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

/// Looks in the module's source object, then in the debug file's embedded sources, then (with
/// useLocalSources) behind path mappings and at the recorded path itself. `cache` may be null.
/// Blocks on local files only.
SourceSearch findSource(const std::string& path,
                        const ObjectPtr& sourceObject,
                        const SymCache* cache,
                        const SymbolicateOptions& options,
                        const ParseLimits& limits);

/// Fills context lines and source links of all frames that have a path (spec/native.md §18.1). Each
/// file is read once.
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
    const SourceSearch& searchFor(std::uint32_t module, const std::string& path);

    const ModuleResolver& m_resolver;
    const SymbolicateOptions& m_options;
    const ParseLimits& m_limits;
    std::map<std::pair<std::uint32_t, std::string>, SourceSearch> m_searches;
};

} // namespace faultline
