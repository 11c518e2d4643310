// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace faultline::app {

/// An option, or an argument without a name, as `--help` describes it.
struct ArgumentHelp
{
    std::vector<std::string> names; ///< "-c", "--config"; empty for an argument without a name.
    std::string value;              ///< "FILE", "json|text"; empty for a flag.
    std::string description;

    bool isOption() const { return !names.empty(); }

    /// Returns the words that the value is chosen from; empty when it is anything else.
    std::vector<std::string> choices() const;
};

/// A command with its arguments and the commands below it.
struct CommandHelp
{
    std::string name; ///< "faultline cache list".
    std::string description;
    std::string footer; ///< What the exit codes mean; may be empty.
    std::vector<ArgumentHelp> arguments;
    std::vector<CommandHelp> commands;

    /// Returns the last word of the name.
    std::string_view word() const;
};

} // namespace faultline::app
