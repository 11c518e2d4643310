// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/listen_address.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::config {

/// `metrics`: how the server sends its counts, or offers them for download.
struct MetricsConfig
{
    std::optional<std::string> statsd; ///< "host:port"; absent: nothing is sent.
    std::string prefix = "symbolicator";
    std::vector<std::pair<std::string, std::string>> tags; ///< On every metric.
    std::optional<ListenAddress> prometheusBind;

    friend bool operator==(const MetricsConfig&, const MetricsConfig&) = default;
};

/// Reads the settings from the root of the file. Adds the names of host and environment to the tags
/// if the file asks for them (docs/spec/http-api.md §11.5).
void readMetrics(const json::JsonCursor& root,
                 const std::function<std::optional<std::string>(const std::string&)>& variable,
                 MetricsConfig& config);

} // namespace faultline::config
