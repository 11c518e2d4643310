// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/static_text.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace faultline {

/// A label and its value. Both are texts of the program, so the set of values is fixed; an
/// enumeration of outside texts comes in through oneOf().
struct MetricTag
{
    StaticText name;
    StaticText value;
};

using MetricTags = std::span<const MetricTag>;

/// Where core counts what happens, under the names of docs/spec/http-api.md §12.2. Injected; core
/// has no global metrics. Implementations are thread-safe and return quickly.
class MetricSink
{
public:
    virtual ~MetricSink() = default;

    virtual void count(std::string_view name, MetricTags tags, std::uint64_t amount) = 0;
    /// The present value of something.
    virtual void gauge(std::string_view name, MetricTags tags, double value) = 0;
    /// One value of many; times are milliseconds.
    virtual void distribution(std::string_view name, MetricTags tags, double value) = 0;

    void count(std::string_view name) { count(name, {}, 1); }

    void count(std::string_view name, const MetricTag& tag) { count(name, MetricTags(&tag, 1), 1); }
};

/// Forgets everything.
MetricSink& silentMetrics();

} // namespace faultline
