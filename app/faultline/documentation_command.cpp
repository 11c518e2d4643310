// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/documentation_command.h"

#include "app/faultline/command_support.h"
#include "app/faultline/help/completion.h"
#include "app/faultline/help/manual_page.h"
#include "app/faultline/output_file.h"
#include "app/faultline/program_help.h"
#include "core/base/result.h"

namespace faultline::app {

namespace {

Result<void> write(const std::filesystem::path& path, std::string_view text)
{
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error)
        return fail(ErrorKind::Internal, "cannot make ", path.parent_path().string(), ": ",
                    error.message());
    auto file = OutputFile::open(path);
    if (!file)
        return std::unexpected(file.error());
    file->write(text);
    return file->finish();
}

/// All texts by their paths in the folder.
std::vector<std::pair<std::filesystem::path, std::string>> documents()
{
    const auto program = programHelp();
    std::vector<std::pair<std::filesystem::path, std::string>> texts{
        {"man1/faultline.1", manualPage(program, program, FL_VERSION)},
        {"bash/faultline", bashCompletion(program)},
        {"zsh/_faultline", zshCompletion(program)},
        {"fish/faultline.fish", fishCompletion(program)}};
    for (const auto& command : program.commands)
        texts.emplace_back(concat("man1/faultline-", command.word(), ".1"),
                           manualPage(program, command, FL_VERSION));
    return texts;
}

} // namespace

ExitCode run(const DocumentationArguments& arguments)
{
    for (const auto& [path, text] : documents()) {
        if (const auto written = write(arguments.folder / path, text); !written) {
            complain(written.error());
            return ExitCode::Failed;
        }
    }
    return ExitCode::Ok;
}

} // namespace faultline::app
