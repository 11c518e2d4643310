// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/service_manager.h"

#include "core/base/hex.h"
#include "core/base/result.h"

#include <bit>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace faultline::app {

void notifyServiceManager(std::string_view state)
{
    const char* name = std::getenv("NOTIFY_SOCKET");
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const auto length = name == nullptr ? 0 : std::strlen(name);
    if (length < 2 || length >= sizeof(address.sun_path))
        return;
    std::memcpy(address.sun_path, name, length);
    // An "@" stands for the zero byte that begins an abstract name (unix(7)).
    if (address.sun_path[0] == '@')
        address.sun_path[0] = '\0';
    const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (socket < 0)
        return;
    const auto addressBytes = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + length);
    ::sendto(socket, state.data(), state.size(), MSG_NOSIGNAL,
             std::bit_cast<const sockaddr*>(&address), addressBytes);
    ::close(socket);
}

void notifyReloading()
{
    const auto now = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now().time_since_epoch()); // CLOCK_MONOTONIC
    notifyServiceManager(concat("RELOADING=1\nMONOTONIC_USEC=", now.count()));
}

std::optional<std::chrono::microseconds> watchdogInterval()
{
    const char* interval = std::getenv("WATCHDOG_USEC");
    const char* process = std::getenv("WATCHDOG_PID");
    if (interval == nullptr || (process != nullptr && process != std::to_string(::getpid())))
        return std::nullopt;
    const auto microseconds = parseDecimal(interval);
    if (!microseconds || *microseconds == 0 ||
        *microseconds > std::uint64_t(std::chrono::microseconds::max().count()))
        return std::nullopt;
    return std::chrono::microseconds(*microseconds);
}

} // namespace faultline::app
