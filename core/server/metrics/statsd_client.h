#pragma once

#include "core/base/log.h"
#include "core/base/metrics.h"
#include "core/base/result.h"

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace faultline::server {

struct StatsdOptions
{
    std::string address; ///< "host:port".
    std::string prefix = "symbolicator";
    std::vector<std::pair<std::string, std::string>> tags{}; ///< On every metric.
    std::chrono::milliseconds interval{1000};              ///< Between two packets.
    std::size_t maxPending = 10'000; ///< Values between two packets; further ones are dropped.
};

/// Sends metrics to a DogStatsD server by UDP: counters and gauges added up, values of
/// distributions one by one. What cannot be sent is lost. Format: DogStatsD's datagram,
/// `<prefix>.<name>:<value>|<type>|#<tag>:<value>,…`.
class StatsdClient final : public MetricSink
{
public:
    /// Errors: NotFound (the host has no address), Unsupported (no port), Internal.
    static Result<std::unique_ptr<StatsdClient>> create(StatsdOptions options);
    /// Sends what is left.
    ~StatsdClient() override;
    StatsdClient(const StatsdClient&) = delete;
    StatsdClient& operator=(const StatsdClient&) = delete;

    void count(std::string_view name, MetricTags tags, std::uint64_t amount) override;
    void gauge(std::string_view name, MetricTags tags, double value) override;
    void distribution(std::string_view name, MetricTags tags, double value) override;

private:
    /// What is to be sent; taken out whole.
    struct Pending
    {
        std::map<std::string, std::uint64_t, std::less<>> counts; ///< By name and tags.
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
    std::jthread m_thread; // Last: it uses all of the above.
};

} // namespace faultline::server
