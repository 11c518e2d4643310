#include "app/faultline/symbol_sources.h"

#include "core/base/result.h"
#include "core/sources/source_parser.h"

#include <filesystem>

namespace faultline::app {

namespace {

SourceConfig sourceOf(const std::string& argument, std::size_t index)
{
    const auto id = concat("local:", index);
    std::error_code ignored;
    if (!std::filesystem::is_directory(argument, ignored))
        return parseSourceArgument(argument, id);
    SourceConfig source;
    source.id = id;
    source.where = FolderSource{argument};
    return source;
}

} // namespace

void addSymbolSources(const std::vector<std::string>& arguments, EngineConfig& config)
{
    for (std::size_t i = 0; i < arguments.size(); ++i)
        config.sources.push_back(sourceOf(arguments[i], i));
}

} // namespace faultline::app
