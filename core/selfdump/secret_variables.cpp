// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selfdump/secret_variables.h"

#include "core/selfdump/secret_values.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string_view>

extern char** environ;

namespace faultline::selfdump {

namespace {

struct TakenVariables
{
    std::mutex mutex; ///< Guards the values.
    std::map<std::string, std::string_view, std::less<>> values;

    std::optional<std::string> find(const std::string& name)
    {
        const std::scoped_lock lock(mutex);
        const auto found = values.find(name);
        return found == values.end() ? std::nullopt
                                     : std::optional<std::string>(std::in_place, found->second);
    }
};

TakenVariables& taken()
{
    static TakenVariables variables;
    return variables;
}

/// An environment may have a name more than once.
void wipe(std::string_view name)
{
    for (char** at = environ; at != nullptr && *at != nullptr; ++at) {
        const std::string_view variable = *at;
        if (variable.size() > name.size() && variable.starts_with(name) &&
            variable[name.size()] == '=')
            ::explicit_bzero(*at + name.size() + 1, variable.size() - name.size() - 1);
    }
}

} // namespace

std::optional<std::string> takeVariable(const std::string& name)
{
    if (auto known = taken().find(name))
        return known;
    const char* value = std::getenv(name.c_str());
    if (value == nullptr)
        return std::nullopt;
    std::string copy(value);
    const auto kept = keepSecret(copy);
    if (!kept)
        return copy;
    const std::scoped_lock lock(taken().mutex);
    taken().values.emplace(name, *kept);
    wipe(name);
    return copy;
}

std::optional<std::string> readVariable(const std::string& name)
{
    if (auto known = taken().find(name))
        return known;
    const char* value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

} // namespace faultline::selfdump
