// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/symbol_sources.h"

#include "app/faultline/debuginfod_environment.h"
#include "app/faultline/settings.h"
#include "core/sources/source_argument.h"
#include "core/sources/source_traits.h"

#include <algorithm>
#include <filesystem>

namespace faultline::app {

namespace {

Result<std::vector<sources::SourceConfig>> sourcesOf(const std::string& argument, std::size_t index)
{
    const auto id = concat("local:", index);
    std::error_code ignored;
    if (!std::filesystem::is_directory(argument, ignored)) {
        FL_TRY(auto sources, sources::parseSourcesArgument(argument, id, symbolPathEnvironment()));
        FL_CHECK(debuginfodEnvironment().addHeaders(sources));
        return sources;
    }
    sources::SourceConfig source;
    source.id = id;
    source.where = sources::FolderSource{argument};
    return std::vector{std::move(source)};
}

/// Removes "." and the separator at the end. Keeps "..", because the folder before it may be a
/// link.
void makeAbsolute(std::string& path)
{
    std::error_code error;
    const auto absolute = std::filesystem::absolute(path, error);
    if (error || std::filesystem::path(path).is_absolute())
        return;
    std::filesystem::path clean;
    for (const auto& part : absolute) {
        if (part != "." && !part.empty())
            clean /= part;
    }
    path = clean.string();
}

} // namespace

void makePathsAbsolute(std::vector<sources::SourceConfig>& sources)
{
    for (auto& source : sources) {
        sources::forEachOwnPath(source, makeAbsolute);
    }
}

Result<void> addSymbolSources(const std::vector<std::string>& arguments,
                              engine::EngineConfig& config)
{
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        FL_TRY(auto sources, sourcesOf(arguments[i], i));
        makePathsAbsolute(sources);
        for (auto& source : sources) {
            const auto& present = config.sources;
            if (std::ranges::find(present, source.id, &sources::SourceConfig::id) == present.end())
                config.sources.push_back(std::move(source));
        }
    }
    return {};
}

} // namespace faultline::app
