// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/metrics/statsd_client.h"

#include "core/base/contained.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

namespace faultline::server {

namespace {

/// A datagram of this size is not fragmented on usual networks.
constexpr std::size_t kMaxPacketBytes = 1400;
constexpr char kTagSeparator = '\x1f'; ///< Separates the name from the tags in a key.

std::string numberText(double value)
{
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value);
    return {text, end.ptr};
}

/// Replaces characters that separate tags.
void appendTagText(std::string& out, std::string_view text)
{
    for (const char c : text)
        out += c == ',' || c == '|' || c == '\n' || c == '#' ? '_' : c;
}

void appendTag(std::string& out, std::string_view name, std::string_view value)
{
    out += out.back() == kTagSeparator ? "" : ",";
    appendTagText(out, name);
    out += ':';
    appendTagText(out, value);
}

std::string lineOf(std::string_view key, std::string_view value, std::string_view type)
{
    const auto split = key.find(kTagSeparator);
    const auto tags = key.substr(split + 1);
    return concat(key.substr(0, split), ":", value, "|", type, tags.empty() ? "" : "|#", tags,
                  "\n");
}

Result<int> connectTo(const std::string& address)
{
    const auto colon = address.rfind(':');
    if (colon == std::string::npos)
        return fail(ErrorKind::Unsupported, "metrics.statsd: expected host:port");
    auto host = address.substr(0, colon);
    if (host.starts_with('[') && host.ends_with(']'))
        host = host.substr(1, host.size() - 2);
    addrinfo hints{};
    hints.ai_socktype = SOCK_DGRAM;
    addrinfo* found = nullptr;
    if (const int code = getaddrinfo(host.c_str(), address.c_str() + colon + 1, &hints, &found);
        code != 0)
        return fail(ErrorKind::NotFound, "metrics.statsd: ", gai_strerror(code));
    const int socket = ::socket(found->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const bool isConnected =
        socket >= 0 && ::connect(socket, found->ai_addr, found->ai_addrlen) == 0;
    freeaddrinfo(found);
    if (isConnected)
        return socket;
    const int code = errno;
    if (socket >= 0)
        ::close(socket);
    return fail(ErrorKind::Internal, "metrics.statsd: ", std::strerror(code));
}

} // namespace

Result<std::unique_ptr<StatsdClient>> StatsdClient::create(StatsdOptions options)
{
    FL_TRY(const int socket, connectTo(options.address));
    std::unique_ptr<StatsdClient> client(new StatsdClient(std::move(options), socket));
    auto thread =
        startThread([raw = client.get()](const std::stop_token& stop) { raw->run(stop); });
    if (!thread)
        return fail(ErrorKind::Internal, "metrics.statsd: ", thread.error().detail);
    client->m_thread = *std::move(thread);
    return client;
}

StatsdClient::StatsdClient(StatsdOptions options, int socket)
    : m_options(std::move(options)), m_socket(socket)
{
}

StatsdClient::~StatsdClient()
{
    m_thread = {}; // Joins.
    ::close(m_socket);
}

std::string StatsdClient::keyOf(std::string_view name, MetricTags tags) const
{
    std::string key = m_options.prefix.empty() ? "" : m_options.prefix + ".";
    key += name;
    key += kTagSeparator;
    for (const auto& [tag, value] : m_options.tags)
        appendTag(key, tag, value);
    for (const auto& tag : tags)
        appendTag(key, tag.name, tag.value);
    return key;
}

void StatsdClient::count(std::string_view name, MetricTags tags, std::uint64_t amount)
{
    auto key = keyOf(name, tags);
    const std::lock_guard lock(m_mutex);
    m_pending.counts[std::move(key)] += amount;
}

void StatsdClient::gauge(std::string_view name, MetricTags tags, double value)
{
    auto key = keyOf(name, tags);
    const std::lock_guard lock(m_mutex);
    m_pending.gauges[std::move(key)] = value;
}

void StatsdClient::distribution(std::string_view name, MetricTags tags, double value)
{
    auto key = keyOf(name, tags);
    const std::lock_guard lock(m_mutex);
    if (m_pending.values.size() < m_options.maxPending)
        m_pending.values.emplace_back(std::move(key), value);
}

void StatsdClient::run(const std::stop_token& stop)
{
    while (true) {
        Pending pending;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(lock, stop, m_options.interval, [] { return false; });
            std::swap(pending, m_pending);
        }
        containedAlone([&] { send(pending); });
        if (stop.stop_requested())
            return;
    }
}

void StatsdClient::send(const Pending& pending) const
{
    std::string packet;
    const auto flush = [&] {
        if (!packet.empty()) // Ignore errors: it is no problem when no server listens for metrics.
            (void)::send(m_socket, packet.data(), packet.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        packet.clear();
    };
    const auto add = [&](const std::string& line) {
        if (packet.size() + line.size() > kMaxPacketBytes)
            flush();
        packet += line;
    };
    for (const auto& [key, amount] : pending.counts)
        add(lineOf(key, std::to_string(amount), "c"));
    for (const auto& [key, value] : pending.gauges)
        add(lineOf(key, numberText(value), "g"));
    for (const auto& [key, value] : pending.values)
        add(lineOf(key, numberText(value), "d"));
    flush();
}

} // namespace faultline::server
