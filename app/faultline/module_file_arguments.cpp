// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/module_file_arguments.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/symbolicate/options/module_files.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace faultline::app {

Result<std::vector<symbolicate::ModuleFile>>
parseModuleFiles(const std::vector<std::string>& arguments)
{
    std::vector<symbolicate::ModuleFile> files;
    for (const auto& argument : arguments) {
        const auto separator = argument.find('=');
        if (separator == 0 || separator == std::string::npos || separator + 1 == argument.size())
            return fail(ErrorKind::Unsupported, "--module ", argument, ": expected NAME=FILE");
        const auto path = std::filesystem::absolute(argument.substr(separator + 1));
        files.push_back({argument.substr(0, separator), path.lexically_normal().string()});
    }
    return files;
}

intake::ProgramFile parseProgram(std::string_view argument)
{
    const auto at = argument.rfind("@0x");
    const auto address =
        at == std::string_view::npos ? std::nullopt : parseHex(argument.substr(at + 3));
    const auto file = std::filesystem::absolute(address ? argument.substr(0, at) : argument);
    return {.path = file.lexically_normal(), .address = address};
}

Result<void> addProgram(const std::optional<intake::ProgramFile>& program,
                        const ParseLimits& limits,
                        EventPtr& event,
                        std::vector<symbolicate::ModuleFile>& files)
{
    if (!program)
        return {};
    auto named = intake::withProgram(event, *program, limits);
    if (!named)
        return fail(named.error().kind, "--program: ", named.error().detail);
    event = std::move(named->event);
    files.push_back(std::move(named->file));
    return {};
}

void warnOfUnknownModules(const std::string& label,
                          const Event& event,
                          const std::vector<symbolicate::ModuleFile>& files)
{
    for (const auto& file : files) {
        const bool isKnown = std::ranges::any_of(event.modules, [&](const EventModule& module) {
            return symbolicate::isCalled(module, file.module);
        });
        if (!isKnown)
            std::fprintf(stderr, "faultline: %s: --module: no module is called %s\n",
                         escapeControls(label).c_str(), escapeControls(file.module).c_str());
    }
}

} // namespace faultline::app
