// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/config_command.h"

#include "core/base/text.h"
#include "core/sources/source_presets.h"

#include <algorithm>
#include <cstdio>

namespace faultline::app {

namespace {

int widthOf(std::string_view text)
{
    return static_cast<int>(text.size());
}

void printTable()
{
    int width = 0;
    for (const auto& preset : sources::sourcePresets())
        width = std::max(width, widthOf(preset.id));
    std::fputs("Well-known public symbol servers. None is asked unless you choose it: with\n"
               "--symbols preset:NAME, in import_sources: [preset:NAME], or as printed by\n"
               "faultline config presets NAME.\n\n",
               stdout);
    for (const auto& preset : sources::sourcePresets()) {
        std::printf("%-*.*s  %.*s, %.*s\n", width, widthOf(preset.id), preset.id.data(),
                    widthOf(preset.name), preset.name.data(), widthOf(preset.url),
                    preset.url.data());
        std::printf("%*s  sends %s\n", width, "", sources::whatIsSent(preset).c_str());
    }
}

} // namespace

ExitCode run(const ConfigPresetsArguments& arguments)
{
    if (arguments.names.empty())
        printTable();
    std::string sources;
    for (const auto& name : arguments.names) {
        const auto preset = sources::findSourcePreset(name);
        if (!preset) {
            std::fprintf(stderr, "faultline: there is no preset \"%s\"\n",
                         escapeControls(name).c_str());
            return ExitCode::Usage;
        }
        sources += "# Sends " + sources::whatIsSent(*preset) + ".\n" + sources::yamlOf(*preset);
    }
    std::fputs(sources.c_str(), stdout);
    return ExitCode::Ok;
}

} // namespace faultline::app
