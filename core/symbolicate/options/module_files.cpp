// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/options/module_files.h"

#include "core/base/hex.h"
#include "core/base/text.h"

namespace faultline::symbolicate {

bool isCalled(const EventModule& module, std::string_view name)
{
    const auto fits = [name](const std::optional<std::string>& file) {
        return file && (*file == name || baseName(*file) == name);
    };
    if (name.empty() || fits(module.codeFile) || fits(module.debugFile))
        return !name.empty();
    return name.starts_with("0x") && parseHex(name.substr(2)) == module.address;
}

std::vector<LocatedFile> locateModuleFiles(std::span<const EventModule> modules,
                                           std::span<const ModuleFile> files)
{
    std::vector<LocatedFile> located;
    for (const auto& file : files) {
        for (std::size_t i = 0; i < modules.size(); ++i) {
            if (isCalled(modules[i], file.module))
                located.push_back({static_cast<std::uint32_t>(i), file.path});
        }
    }
    return located;
}

} // namespace faultline::symbolicate
