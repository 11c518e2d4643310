// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/crash_input.h"

#include "core/base/text.h"

#include <algorithm>

namespace faultline::app {

Result<std::vector<intake::CrashFile>> chooseCrashFiles(const std::filesystem::path& path,
                                                        const std::optional<std::string>& part,
                                                        const ParseLimits& limits)
{
    FL_TRY(auto files, intake::findCrashFilesAt(path, limits));
    if (part == "all" || (!part && files.size() == 1))
        return files;
    if (!part)
        return fail(ErrorKind::Unsupported, "holds ", files.size(),
                    " crash files; choose one with --part NAME, or take --part all: ",
                    intake::crashFileNames(files));
    auto found = std::ranges::find(files, *part, &intake::CrashFile::name);
    if (found == files.end())
        found = std::ranges::find(
            files, *part, [](const intake::CrashFile& file) { return baseName(file.name); });
    if (found == files.end())
        return fail(ErrorKind::NotFound, "no part ", *part, "; it holds ",
                    intake::crashFileNames(files));
    return std::vector{*found};
}

Result<intake::Input> readCrashInput(const std::filesystem::path& path, const ParseLimits& limits)
{
    FL_TRY(const auto files, chooseCrashFiles(path, std::nullopt, limits));
    FL_TRY(auto content, files.front().open());
    return intake::readInput(std::move(content), limits, intake::openPolicy());
}

std::string crashFileLabel(const std::filesystem::path& path, const intake::CrashFile& file)
{
    const auto shown = escapeControls(path.string());
    return file.name.empty() ? shown : concat(shown, ": ", escapeControls(file.name));
}

} // namespace faultline::app
