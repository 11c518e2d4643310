// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/metrics.h"

#include <vector>

namespace faultline::server {

/// Passes every metric to several sinks. The sinks must outlive it, and all must be added before
/// its first use.
class MetricFan final : public MetricSink
{
public:
    void add(MetricSink& sink) { m_sinks.push_back(&sink); }

    void count(std::string_view name, MetricTags tags, std::uint64_t amount) override
    {
        for (auto* sink : m_sinks)
            sink->count(name, tags, amount);
    }

    void gauge(std::string_view name, MetricTags tags, double value) override
    {
        for (auto* sink : m_sinks)
            sink->gauge(name, tags, value);
    }

    void distribution(std::string_view name, MetricTags tags, double value) override
    {
        for (auto* sink : m_sinks)
            sink->distribution(name, tags, value);
    }

private:
    std::vector<MetricSink*> m_sinks;
};

} // namespace faultline::server
