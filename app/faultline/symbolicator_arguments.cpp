// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/symbolicator_arguments.h"

#include "core/base/text.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace faultline::app {

namespace {

constexpr std::string_view kName = "symbolicator";

std::vector<std::string> ownCommand(const std::string& command)
{
    if (command == "run")
        return {"serve"};
    if (command == "cleanup")
        return {"cache", "cleanup"};
    return {command};
}

/// The first word that is neither an option nor the value of one.
std::size_t commandIn(const std::vector<std::string>& arguments)
{
    std::size_t at = 0;
    while (at < arguments.size() && arguments[at].starts_with('-'))
        at += arguments[at] == "-c" || arguments[at] == "--config" ? 2 : 1;
    return std::min(at, arguments.size());
}

} // namespace

std::vector<std::string> withoutSymbolicator(std::string_view program,
                                             std::vector<std::string> arguments)
{
    if (!arguments.empty() && arguments.front() == kName)
        arguments.erase(arguments.begin());
    else if (baseName(program) != kName)
        return arguments;
    const auto at = commandIn(arguments);
    if (at == arguments.size())
        return arguments;
    auto own = ownCommand(arguments[at]);
    arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(at));
    std::ranges::move(arguments, std::back_inserter(own));
    return own;
}

} // namespace faultline::app
