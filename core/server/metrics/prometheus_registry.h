// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/metrics.h"

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::server {

/// Keeps the sums of all metrics since the start, for Prometheus to fetch. A distribution is kept
/// as its sum and count. Format: Prometheus' text format 0.0.4. Thread-safe.
class PrometheusRegistry final : public MetricSink
{
public:
    using Tags = std::vector<std::pair<std::string, std::string>>;

    /// `prefix` begins every name; an empty one becomes "faultline". `tags` are on every metric,
    /// unless the metric has its own of that name.
    explicit PrometheusRegistry(std::string_view prefix, const Tags& tags = {});

    void count(std::string_view name, MetricTags tags, std::uint64_t amount) override;
    void gauge(std::string_view name, MetricTags tags, double value) override;
    void distribution(std::string_view name, MetricTags tags, double value) override;

    std::string render() const;

private:
    struct Summary
    {
        double sum = 0;
        std::uint64_t count = 0;
    };

    template <class T>
    using Family = std::map<std::string, std::map<std::string, T>>; // By name, then labels.

    std::string nameOf(std::string_view name) const;
    std::string labelsOf(MetricTags tags) const;

    std::string m_prefix;
    Tags m_tags;                ///< With valid names.
    mutable std::mutex m_mutex; // Guards the members below.
    Family<std::uint64_t> m_counts;
    Family<double> m_gauges;
    Family<Summary> m_summaries;
};

} // namespace faultline::server
