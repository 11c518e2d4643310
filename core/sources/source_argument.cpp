// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/source_argument.h"

#include "core/sources/debuginfod_urls.h"
#include "core/sources/source_parser.h"
#include "core/sources/source_presets.h"

namespace faultline::sources {

namespace {

constexpr std::string_view kDebuginfod = "debuginfod:";
constexpr std::string_view kPreset = "preset:";

Result<std::vector<SourceConfig>> presetNamed(std::string_view name)
{
    const auto preset = findSourcePreset(name);
    if (!preset)
        return fail(ErrorKind::NotFound, "there is no preset \"", name,
                    "\"; faultline config presets lists them");
    return std::vector{sourceOf(*preset)};
}

} // namespace

Result<std::vector<SourceConfig>> parseSourcesArgument(std::string_view argument,
                                                       std::string_view id,
                                                       const SymbolPathEnvironment& environment)
{
    if (looksLikeSymbolPath(argument))
        return parseSymbolPath(argument, environment);
    if (argument.starts_with(kPreset))
        return presetNamed(argument.substr(kPreset.size()));
    if (argument.starts_with(kDebuginfod) && argument.find("://") != std::string_view::npos)
        return parseDebuginfodUrls(argument.substr(kDebuginfod.size()));
    return std::vector{parseSourceArgument(argument, id)};
}

Result<std::vector<SourceConfig>> importSources(const std::string& name,
                                                const VariableLookup& variable,
                                                const SymbolPathEnvironment& environment)
{
    if (name.starts_with(kPreset))
        return presetNamed(std::string_view(name).substr(kPreset.size()));
    if (name == "DEBUGINFOD_URLS")
        return parseDebuginfodUrls(variable(name).value_or(""));
    if (name == "_NT_SYMBOL_PATH")
        return parseSymbolPath(
            concat(variable("_NT_ALT_SYMBOL_PATH").value_or(""), ";", variable(name).value_or("")),
            environment);
    return fail(ErrorKind::NotFound, "cannot import \"", name,
                "\", expected _NT_SYMBOL_PATH, DEBUGINFOD_URLS or preset:NAME");
}

} // namespace faultline::sources
