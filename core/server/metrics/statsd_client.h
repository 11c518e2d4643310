// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/base/metrics.h"
#include "core/base/result.h"
#include "core/base/thread_start.h"

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace faultline::server {

struct StatsdOptions
{
    std::string address; ///< "host:port".
    std::string prefix = "symbolicator";
    std::vector<std::pair<std::string, std::string>> tags{}; ///< Added to every metric.
    std::chrono::milliseconds interval{1000};                ///< Time between two packets.
    /// Number of values kept between two packets; further values are dropped.
    std::size_t maxPending = 10'000;
};

/// Sends metrics to a DogStatsD server by UDP. Counters and gauges are summed up between two
/// packets; values of distributions are sent one by one. Metrics that cannot be sent are lost.
/// Format: DogStatsD's datagram, `<prefix>.<name>:<value>|<type>|#<tag>:<value>,…`.
class StatsdClient final : public MetricSink
{
public:
    /// Errors: NotFound (the host has no address), Unsupported (the address has no port), Internal
    /// (no socket, no thread).
    static Result<std::unique_ptr<StatsdClient>> create(StatsdOptions options);
    /// Sends the remaining metrics.
    ~StatsdClient() override;
    StatsdClient(const StatsdClient&) = delete;
    StatsdClient& operator=(const StatsdClient&) = delete;

    void count(std::string_view name, MetricTags tags, std::uint64_t amount) override;
    void gauge(std::string_view name, MetricTags tags, double value) override;
    void distribution(std::string_view name, MetricTags tags, double value) override;

private:
    /// The metrics that wait for the next packet. The sender takes all at once.
    struct Pending
    {
        /// The key consists of name and tags.
        std::map<std::string, std::uint64_t, std::less<>> counts;
        std::map<std::string, double, std::less<>> gauges;
        std::vector<std::pair<std::string, double>> values;
    };

    StatsdClient(StatsdOptions options, int socket);

    std::string keyOf(std::string_view name, MetricTags tags) const;
    void run(const std::stop_token& stop);
    void send(const Pending& pending) const;

    StatsdOptions m_options;
    int m_socket;
    std::mutex m_mutex; // Guards m_pending.
    std::condition_variable_any m_wake;
    Pending m_pending;
    Thread m_thread; // The last member, because the thread uses all others.
};

} // namespace faultline::server
