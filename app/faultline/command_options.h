// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faultline::app {

/// What the descriptions of several commands share. Only files that add commands include it.

constexpr const char* kExitByCause =
    "Exit with 10 after a fault or another end by the system, 11 after an error that the program "
    "itself found, 12 after a stack overflow, 13 without memory, 14 in a deadlock, 15 when the "
    "cause is not known";

inline const std::map<std::string, OutputFormat> kPlainFormats{{"text", OutputFormat::Text},
                                                               {"json", OutputFormat::Json}};

inline const std::map<std::string, ShareWith> kProfiles{
    {"full", ShareWith::Everything}, {"team", ShareWith::Team}, {"outside", ShareWith::Outside}};

template <class Format>
CLI::Option*
addFormat(CLI::App& command, Format& format, const std::map<std::string, Format>& formats)
{
    std::string names;
    for (const auto& [name, value] : formats)
        names += (names.empty() ? "" : "|") + name;
    return command.add_option("--format", format, "Form of the output (default: text)")
        ->transform(CLI::CheckedTransformer(formats, CLI::ignore_case))
        ->option_text(names);
}

/// The sources of debug files. Other arguments may follow a value of this option.
inline CLI::Option* addSymbols(CLI::App& command, std::vector<std::string>& symbols)
{
    return command
        .add_option("-s,--symbols", symbols,
                    "Folder of debug files, LAYOUT:PATH, [LAYOUT:]URL, a symbol path (srv*...), "
                    "debuginfod:URLS, or preset:NAME; may be repeated")
        ->option_text("DIR_OR_URL")
        ->allow_extra_args(false);
}

inline CLI::Option* addModules(CLI::App& command, std::vector<std::string>& modules)
{
    return command
        .add_option("--module", modules,
                    "FILE is the module NAME (file name or address), whatever ids say; may be "
                    "repeated")
        ->option_text("NAME=FILE")
        ->allow_extra_args(false);
}

inline CLI::Option* addProgram(CLI::App& command, std::optional<std::string>& program)
{
    return command
        .add_option("--program", program,
                    "FILE is the program of a core file that does not lead to it, at its link "
                    "address or with its first segment at ADDRESS (0x...)")
        ->option_text("FILE[@ADDRESS]");
}

inline void addPart(CLI::App& command, std::optional<std::string>& part)
{
    command
        .add_option("--part", part,
                    "Which crash file of an archive, upload or crash database, or which trace of a "
                    "text (\"line 12\"); all for every one")
        ->option_text("NAME");
}

/// Gives a command its arguments. They become `result` when the command is chosen.
template <class Arguments>
Arguments& argumentsOf(CLI::App& command, CommandLine& result)
{
    auto arguments = std::make_shared<Arguments>();
    command.final_callback([arguments, &result] { result = std::move(*arguments); });
    return *arguments;
}

} // namespace faultline::app
