// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/help/command_help.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace faultline::app {

namespace {

bool isWordOfChoice(char c)
{
    return c == '|' || c == '-' || std::islower(static_cast<unsigned char>(c)) != 0;
}

} // namespace

std::vector<std::string> ArgumentHelp::choices() const
{
    std::vector<std::string> words;
    if (!value.contains('|') || !std::ranges::all_of(value, isWordOfChoice))
        return words;
    std::istringstream stream(value);
    for (std::string word; std::getline(stream, word, '|');)
        words.push_back(word);
    return words;
}

std::string_view CommandHelp::word() const
{
    return std::string_view(name).substr(name.rfind(' ') + 1);
}

} // namespace faultline::app
