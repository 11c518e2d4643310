// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/help/manual_page.h"

#include "core/base/result.h"

#include <algorithm>

namespace faultline::app {

namespace {

/// Lines that begin with a dot or an apostrophe are macros, a backslash begins an escape, and a
/// plain hyphen may become a typographic one (man(7), groff_char(7)).
std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        const bool isLineStart = out.empty() || out.back() == '\n';
        if (isLineStart && (c == '.' || c == '\''))
            out += "\\&";
        switch (c) {
        case '\\': out += "\\e"; break;
        case '-': out += "\\-"; break;
        default: out += c;
        }
    }
    return out;
}

std::string upperCase(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
    return out;
}

/// "faultline cache list" has its part in the page of "faultline-cache".
std::string pageName(const CommandHelp& command)
{
    std::string name = command.name;
    std::ranges::replace(name, ' ', '-');
    return name;
}

std::string synopsis(const CommandHelp& command)
{
    std::string out = ".B " + escaped(command.name) + "\n";
    const auto isOption = [](const ArgumentHelp& argument) { return argument.isOption(); };
    if (std::ranges::any_of(command.arguments, isOption))
        out += "[\\fIOPTIONS\\fR]\n";
    for (const auto& argument : command.arguments) {
        if (!argument.isOption())
            out += "\\fI" + escaped(argument.value) + "\\fR\n";
    }
    if (!command.commands.empty())
        out += "\\fICOMMAND\\fR ...\n";
    return out;
}

std::string entry(const ArgumentHelp& argument)
{
    std::string out = ".TP\n";
    for (const auto& name : argument.names)
        out += (&name == &argument.names.front() ? "\\fB" : ", \\fB") + escaped(name) + "\\fR";
    if (!argument.value.empty())
        out += (argument.isOption() ? " \\fI" : "\\fI") + escaped(argument.value) + "\\fR";
    return out + "\n" + escaped(argument.description) + ".\n";
}

std::string entries(const CommandHelp& command)
{
    std::string out;
    for (const bool areOptions : {false, true}) {
        for (const auto& argument : command.arguments) {
            if (argument.isOption() == areOptions)
                out += entry(argument);
        }
    }
    return out;
}

std::string listOf(const std::vector<CommandHelp>& commands)
{
    std::string out;
    for (const auto& command : commands)
        out += ".TP\n\\fB" + escaped(pageName(command)) + "\\fR(1)\n" +
               escaped(command.description) + ".\n";
    return out;
}

std::string sectionsOf(const std::vector<CommandHelp>& commands)
{
    std::string out;
    for (const auto& command : commands)
        out += ".SS " + escaped(command.name) + "\n" + escaped(command.description) + ".\n.PP\n" +
               synopsis(command) + entries(command);
    return out;
}

} // namespace

std::string
manualPage(const CommandHelp& program, const CommandHelp& command, std::string_view version)
{
    const bool isProgram = command.name == program.name;
    const auto& footer = command.footer.empty() ? program.footer : command.footer;
    std::string out = concat(".TH ", upperCase(escaped(pageName(command))), R"( 1 "" "Faultline )",
                             version, R"(" "Faultline's manual")", "\n");
    out += concat(".SH NAME\n", escaped(pageName(command)), " \\- ", escaped(command.description),
                  "\n.SH SYNOPSIS\n", synopsis(command));
    const auto arguments = entries(command);
    if (!arguments.empty())
        out += ".SH OPTIONS\n" + arguments;
    if (!command.commands.empty())
        out += ".SH COMMANDS\n" +
               (isProgram ? listOf(command.commands) : sectionsOf(command.commands));
    if (!footer.empty())
        out += ".SH EXIT STATUS\n" + escaped(footer) + "\n";
    return out + ".SH SEE ALSO\n.BR faultline (1),\n.BR faultline.yml (5),\n.BR "
                 "faultline\\-workbench (1)\n";
}

} // namespace faultline::app
