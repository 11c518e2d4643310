// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/help/completion.h"

#include "core/base/result.h"

namespace faultline::app {

namespace {

/// Calls `visit` for the program and all commands below it.
template <class Visit>
void visitAll(const CommandHelp& command, const Visit& visit)
{
    visit(command);
    for (const auto& below : command.commands)
        visitAll(below, visit);
}

std::string joined(const std::vector<std::string>& words, std::string_view separator)
{
    std::string out;
    for (const auto& word : words)
        out += (out.empty() ? "" : std::string(separator)) + word;
    return out;
}

std::vector<std::string> commandWords(const CommandHelp& command)
{
    std::vector<std::string> words;
    words.reserve(command.commands.size());
    for (const auto& below : command.commands)
        words.emplace_back(below.word());
    return words;
}

std::vector<std::string> optionWords(const CommandHelp& command)
{
    std::vector<std::string> words;
    for (const auto& argument : command.arguments)
        words.insert(words.end(), argument.names.begin(), argument.names.end());
    return words;
}

/// The text between single quotes, as POSIX shells and fish read it.
std::string inQuotes(std::string_view text)
{
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'')
            out += "'\\''";
        else
            out += c == '\n' ? ' ' : c;
    }
    return out + "'";
}

/// The commands so far, "cache list" for "faultline cache list --x".
std::string_view pathOf(const CommandHelp& command)
{
    const auto blank = command.name.find(' ');
    return blank == std::string::npos ? std::string_view()
                                      : std::string_view(command.name).substr(blank + 1);
}

std::string bashCase(const CommandHelp& command)
{
    std::string out = concat("    ", inQuotes(pathOf(command)), ")\n");
    std::string values;
    for (const auto& argument : command.arguments) {
        const auto choices = argument.choices();
        if (argument.isOption() && !choices.empty())
            values += concat("        ", joined(argument.names, "|"),
                             ") words=", inQuotes(joined(choices, " ")), " ;;\n");
    }
    auto words = commandWords(command);
    const auto options = optionWords(command);
    words.insert(words.end(), options.begin(), options.end());
    const std::string all = "words=" + inQuotes(joined(words, " "));
    if (values.empty())
        out += "        " + all + "\n";
    else
        out += concat("        case $previous in\n", values, "        *) ", all,
                      " ;;\n        esac\n");
    return out + "        ;;\n";
}

/// zsh ends a description at a bracket, and a name at a colon.
std::string zshText(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\')
            out += '\\';
        out += c;
    }
    return out;
}

std::string zshOptions(const CommandHelp& command)
{
    std::string out;
    for (const auto& argument : command.arguments) {
        const auto choices = argument.choices();
        const auto values = choices.empty() ? "_files" : "(" + joined(choices, " ") + ")";
        const auto value = argument.value.empty()
                               ? std::string()
                               : concat(":", zshText(argument.value), ":", values);
        for (const auto& name : argument.names)
            out += concat(
                " ", inQuotes(concat("*", name, "[", zshText(argument.description), "]", value)));
        if (!argument.isOption())
            out += concat(" ", inQuotes(concat("*", value)));
    }
    return out;
}

std::string zshCase(const CommandHelp& command)
{
    std::string out = concat("    ", inQuotes(pathOf(command)), ")\n");
    if (!command.commands.empty()) {
        out += "        local -a commands=(";
        for (const auto& below : command.commands)
            out += concat(" ", inQuotes(concat(below.word(), ":", zshText(below.description))));
        out += " )\n        _describe command commands\n";
    }
    return out + concat("        _arguments", zshOptions(command), "\n        ;;\n");
}

std::string fishLines(const CommandHelp& command)
{
    const std::string condition =
        concat("complete -c faultline -n \"test (__faultline_path) = '", pathOf(command), "'\"");
    std::string out;
    for (const auto& below : command.commands)
        out +=
            concat(condition, " -f -a ", below.word(), " -d ", inQuotes(below.description), "\n");
    for (const auto& argument : command.arguments) {
        if (!argument.isOption())
            continue;
        out += condition;
        for (const auto& name : argument.names)
            out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        const auto choices = argument.choices();
        if (!argument.value.empty())
            out += choices.empty() ? " -r" : " -x -a " + inQuotes(joined(choices, " "));
        out += concat(" -d ", inQuotes(argument.description), "\n");
    }
    return out;
}

/// The loop of bash and zsh that finds which command is being typed.
std::string pathLoop(const CommandHelp& program, std::string_view words)
{
    std::vector<std::string> paths;
    visitAll(program, [&](const CommandHelp& command) {
        if (!pathOf(command).empty())
            paths.push_back(inQuotes(pathOf(command)));
    });
    return concat("    local path='' word\n    for word in ", words,
                  "; do\n        case \"${path:+$path }$word\" in\n        ", joined(paths, "|"),
                  ") path=\"${path:+$path }$word\" ;;\n        esac\n    done\n");
}

} // namespace

std::string bashCompletion(const CommandHelp& program)
{
    std::string out = "_faultline()\n{\n    local current=${COMP_WORDS[COMP_CWORD]} "
                      "previous=${COMP_WORDS[COMP_CWORD-1]} words=''\n" +
                      pathLoop(program, "\"${COMP_WORDS[@]:1:COMP_CWORD-1}\"") +
                      "    case $path in\n";
    visitAll(program, [&](const CommandHelp& command) { out += bashCase(command); });
    return out + "    esac\n    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
                 "}\ncomplete -o default -F _faultline faultline\n";
}

std::string zshCompletion(const CommandHelp& program)
{
    std::string out = "#compdef faultline\n_faultline()\n{\n" +
                      pathLoop(program, "${words[2,CURRENT-1]}") + "    case $path in\n";
    visitAll(program, [&](const CommandHelp& command) { out += zshCase(command); });
    return out + "    esac\n}\n_faultline \"$@\"\n";
}

std::string fishCompletion(const CommandHelp& program)
{
    std::string out = "function __faultline_path\n    set -l path ''\n"
                      "    for word in (commandline -opc)[2..-1]\n"
                      "        switch (string trim \"$path $word\")\n            case";
    visitAll(program, [&](const CommandHelp& command) {
        if (!pathOf(command).empty())
            out += " " + inQuotes(pathOf(command));
    });
    out += "\n                set path (string trim \"$path $word\")\n        end\n    end\n"
           "    echo $path\nend\n";
    visitAll(program, [&](const CommandHelp& command) { out += fishLines(command); });
    return out;
}

} // namespace faultline::app
