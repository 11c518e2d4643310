// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <string>

namespace faultline::app {

/// What the descriptions of several commands share. Only files that add commands include it.

inline const std::map<std::string, OutputFormat> kPlainFormats{{"text", OutputFormat::Text},
                                                               {"json", OutputFormat::Json}};

inline const std::map<std::string, ShareWith> kProfiles{
    {"full", ShareWith::Everything}, {"team", ShareWith::Team}, {"outside", ShareWith::Outside}};

template <class Format>
void addFormat(CLI::App& command, Format& format, const std::map<std::string, Format>& formats)
{
    std::string names;
    for (const auto& [name, value] : formats)
        names += (names.empty() ? "" : "|") + name;
    command.add_option("--format", format, "Form of the output (default: text)")
        ->transform(CLI::CheckedTransformer(formats, CLI::ignore_case))
        ->option_text(names);
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
