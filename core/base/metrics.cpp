// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/metrics.h"

namespace faultline {

namespace {

class SilentMetrics final : public MetricSink
{
public:
    void count(std::string_view, MetricTags, std::uint64_t) override {}

    void gauge(std::string_view, MetricTags, double) override {}

    void distribution(std::string_view, MetricTags, double) override {}
};

} // namespace

MetricSink& silentMetrics()
{
    static SilentMetrics sink;
    return sink;
}

} // namespace faultline
