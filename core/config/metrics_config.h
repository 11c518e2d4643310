#pragma once

#include "core/json/json_cursor.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::config {

/// `metrics`: the servers that receive the counts.
struct MetricsConfig
{
    std::optional<std::string> statsd; ///< "host:port"; absent: nothing is sent.
    std::string prefix = "symbolicator";
    std::vector<std::pair<std::string, std::string>> tags; ///< On every metric.
    std::optional<std::string> prometheusBind;             ///< "address:port".
};

/// Reads it from the file's root, with the host's name and the environment's among the tags where
/// the file wants them (docs/spec/http-api.md §11.5).
void readMetrics(const json::JsonCursor& root,
                 const std::function<std::optional<std::string>(const std::string&)>& variable,
                 MetricsConfig& config);

} // namespace faultline::config
