// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/open_command.h"

#include "core/base/text.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace faultline::app {

namespace {

/// The same file with a name that Qt, which reads its own options everywhere, takes for none.
std::string asOperand(const std::string& name)
{
    return name.starts_with('-') ? "./" + name : name;
}

} // namespace

ExitCode run(const OpenArguments& arguments)
{
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    const auto program = (self.parent_path() / "faultline-workbench").string();
    std::vector<std::string> texts{program};
    if (arguments.frame)
        texts.push_back(concat("--frame=", *arguments.frame));
    if (arguments.thread)
        texts.push_back(concat("--thread=", *arguments.thread));
    for (const auto& file : arguments.files)
        texts.push_back(asOperand(file.string()));
    std::vector<char*> argv;
    argv.reserve(texts.size() + 1);
    for (auto& text : texts)
        argv.push_back(text.data());
    argv.push_back(nullptr);
    ::execv(program.c_str(), argv.data());
    std::fprintf(stderr, "faultline: cannot start %s: %s\n", escapeControls(program).c_str(),
                 std::strerror(errno));
    return ExitCode::Failed;
}

} // namespace faultline::app
