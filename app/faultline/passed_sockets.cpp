// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/passed_sockets.h"

#include "core/base/hex.h"
#include "core/base/text.h"

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace faultline::app {

namespace {

constexpr int kFirstDescriptor = 3;
/// More than any service needs; so a wrong number leads to no long loop.
constexpr std::uint64_t kMostSockets = 16;

std::string variable(const char* name)
{
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

/// The names, by the sockets' order. systemd escapes nothing in them and forbids colons.
std::vector<std::string> socketNames(std::size_t count)
{
    std::vector<std::string> names;
    std::string_view rest;
    const auto text = variable("LISTEN_FDNAMES");
    for (rest = text; !rest.empty();) {
        const auto end = std::min(rest.find(':'), rest.size());
        names.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    names.resize(count);
    return names;
}

std::optional<int> socketOption(int descriptor, int option)
{
    int value = 0;
    socklen_t size = sizeof(value);
    return ::getsockopt(descriptor, SOL_SOCKET, option, &value, &size) == 0 ? std::optional(value)
                                                                            : std::nullopt;
}

/// Says what keeps the descriptor from being a listening TCP socket; empty when it is one.
std::string_view whatIsWrong(int descriptor)
{
    const auto family = socketOption(descriptor, SO_DOMAIN);
    if (!family)
        return errno == ENOTSOCK ? "is no socket" : "is not open";
    if (*family != AF_INET && *family != AF_INET6)
        return *family == AF_UNIX ? "is a Unix socket" : "is no internet socket";
    if (socketOption(descriptor, SO_TYPE) != SOCK_STREAM ||
        socketOption(descriptor, SO_PROTOCOL) != IPPROTO_TCP)
        return "is no TCP socket";
    if (socketOption(descriptor, SO_ACCEPTCONN) != 1)
        return "does not listen (in a .socket unit, set Accept=no)";
    return {};
}

std::optional<config::ListenAddress> addressOf(int descriptor)
{
    sockaddr_storage bound{};
    socklen_t size = sizeof(bound);
    if (::getsockname(descriptor, std::bit_cast<sockaddr*>(&bound), &size) != 0)
        return std::nullopt;
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (bound.ss_family == AF_INET6) {
        sockaddr_in6 address{};
        std::memcpy(&address, &bound, sizeof(address));
        ::inet_ntop(AF_INET6, &address.sin6_addr, text.data(), text.size());
        return config::ListenAddress{text.data(), ntohs(address.sin6_port)};
    }
    sockaddr_in address{};
    std::memcpy(&address, &bound, sizeof(address));
    ::inet_ntop(AF_INET, &address.sin_addr, text.data(), text.size());
    return config::ListenAddress{text.data(), ntohs(address.sin_port)};
}

Result<PassedSocket> inspect(int descriptor, std::string_view name)
{
    if (const auto wrong = whatIsWrong(descriptor); !wrong.empty())
        return fail(ErrorKind::Unsupported, "passed socket ", descriptor, " (", name, ") ", wrong,
                    "; expected a listening TCP socket");
    // Programs that the server starts must not have it.
    ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    const auto address = addressOf(descriptor);
    if (!address)
        return fail(ErrorKind::Unsupported, "passed socket ", descriptor, " (", name,
                    ") has no address: ", std::strerror(errno));
    return PassedSocket{.descriptor = descriptor, .address = *address};
}

/// How many sockets were passed to this process and not to another one.
Result<std::size_t> passedCount()
{
    const auto count = variable("LISTEN_FDS");
    if (count.empty() || variable("LISTEN_PID") != std::to_string(::getpid()))
        return 0;
    const auto number = parseDecimal(count);
    if (!number || *number > kMostSockets)
        return fail(ErrorKind::Unsupported, "LISTEN_FDS: expected a number up to ", kMostSockets,
                    ", not \"", escapeControls(count), "\"");
    return *number;
}

} // namespace

Result<PassedSockets> PassedSockets::take()
{
    FL_TRY(const auto count, passedCount());
    const auto names = socketNames(count);
    for (const char* name : {"LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"})
        ::unsetenv(name);
    PassedSockets sockets;
    for (std::size_t i = 0; i < count; ++i) {
        const auto name = escapeControls(names[i]);
        const int descriptor = kFirstDescriptor + static_cast<int>(i);
        std::optional<PassedSocket>* place = nullptr;
        if (name == "https")
            place = &sockets.https;
        else if (name == "metrics")
            place = &sockets.metrics;
        else if (name == "http" || count == 1)
            place = &sockets.http;
        if (place == nullptr)
            return fail(ErrorKind::Unsupported, "passed socket ", descriptor, " has the name \"",
                        name, "\"; expected http, https or metrics (FileDescriptorName=)");
        if (*place)
            return fail(ErrorKind::Unsupported, "passed socket ", descriptor,
                        ": another one has the name ", name, ", too");
        FL_TRY(*place, inspect(descriptor, name));
    }
    return sockets;
}

Result<void> PassedSockets::applyTo(config::ServeConfig& config) const
{
    if (http)
        config.bind = http->address;
    if (https && !config.https)
        return fail(ErrorKind::Unsupported, "a socket for https was passed, but the configuration "
                                            "has no bind_https, tls_cert and tls_key");
    if (https)
        config.https->bind = https->address;
    if (metrics && !config.metrics.prometheusBind)
        return fail(ErrorKind::Unsupported, "a socket for metrics was passed, but the "
                                            "configuration has no metrics.prometheus_bind");
    if (metrics)
        config.metrics.prometheusBind = metrics->address;
    return {};
}

} // namespace faultline::app
