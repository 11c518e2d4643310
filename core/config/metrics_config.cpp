// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/metrics_config.h"

#include <algorithm>
#include <array>
#include <unistd.h>

namespace faultline::config {

namespace {

std::string hostName()
{
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : "unknown";
}

/// A tag whose name the file gives; it wins over one of its own of the same name.
void addNamedTag(const json::JsonCursor& name,
                 const std::optional<std::string>& value,
                 std::vector<std::pair<std::string, std::string>>& tags)
{
    const auto tag = name.optionalString();
    if (!tag || !value)
        return;
    std::erase_if(tags, [&](const auto& known) { return known.first == *tag; });
    tags.emplace_back(*tag, *value);
}

} // namespace

void readMetrics(const json::JsonCursor& root,
                 const std::function<std::optional<std::string>(const std::string&)>& variable,
                 MetricsConfig& config)
{
    const auto section = root.member("metrics");
    const auto ofEnvironment = [&](const std::string& name) {
        return variable ? variable(name) : std::nullopt;
    };
    config.statsd = ofEnvironment("STATSD_SERVER");
    if (section.isAbsent() || section.isNull())
        return;
    if (const auto statsd = section.member("statsd"); !statsd.isAbsent())
        config.statsd = statsd.optionalString();
    if (const auto prefix = section.member("prefix"); !prefix.isAbsent())
        config.prefix = prefix.string();
    if (const auto tags = section.member("custom_tags"); !tags.isAbsent() && !tags.isNull())
        tags.forEachMember([&](std::string_view name, const json::JsonCursor& value) {
            config.tags.emplace_back(name, value.string());
        });
    addNamedTag(section.member("hostname_tag"), hostName(), config.tags);
    addNamedTag(section.member("platform_tag"), ofEnvironment("SYMBOLICATOR_PLATFORM"),
                config.tags);
    config.prometheusBind = readListenAddress(section.member("prometheus_bind"));
}

} // namespace faultline::config
