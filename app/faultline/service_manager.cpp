#include "app/faultline/service_manager.h"

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

} // namespace faultline::app
