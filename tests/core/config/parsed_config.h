// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_loader.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::test {

/// Variables and sources that tests of the configuration name.
inline config::ConfigEnvironment testEnvironment()
{
    return {.variable = [](const std::string& name) -> std::optional<std::string> {
                if (name == "PORT")
                    return "127.0.0.1:9";
                if (name == "SYMBOLICATOR_PLATFORM")
                    return "test";
                if (name == "NUMBER")
                    return "7";
                if (name == "TEXT_NUMBER")
                    return "\"7\"";
                return std::nullopt;
            },
            .readSources = [](std::string_view json) -> Result<std::vector<sources::SourceConfig>> {
                if (json.contains("ftp"))
                    return fail(ErrorKind::Malformed, "[0].type: unknown source type \"ftp\"");
                sources::SourceConfig source;
                source.id = json;
                return std::vector{source};
            }};
}

/// Reads a configuration file with this text.
inline Result<config::ServiceConfig>
parse(const std::string& text, const config::ConfigEnvironment& environment = testEnvironment())
{
    return config::parseConfig(text, environment);
}

} // namespace faultline::test
