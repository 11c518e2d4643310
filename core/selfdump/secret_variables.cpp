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
    std::mutex mutex; ///< Guards the values, and the environment while it is wiped.
    std::map<std::string, std::string_view, std::less<>> values;

    /// The value, taken or in the environment. The lock is held.
    std::optional<std::string> find(const std::string& name) const
    {
        if (const auto found = values.find(name); found != values.end())
            return std::string(found->second);
        const char* value = std::getenv(name.c_str());
        return value == nullptr ? std::nullopt : std::optional<std::string>(value);
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
    auto& variables = taken();
    const std::scoped_lock lock(variables.mutex);
    auto value = variables.find(name);
    if (!value || variables.values.contains(name))
        return value;
    if (const auto kept = keepSecret(*value)) {
        variables.values.emplace(name, *kept);
        wipe(name);
    }
    return value;
}

std::optional<std::string> readVariable(const std::string& name)
{
    const std::scoped_lock lock(taken().mutex);
    return taken().find(name);
}

} // namespace faultline::selfdump
