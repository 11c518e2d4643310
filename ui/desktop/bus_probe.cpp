// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desktop/bus_probe.h"

#include <QtGlobal>

#if defined(Q_OS_UNIX)
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#endif

namespace faultline::ui {

#if defined(Q_OS_UNIX)

namespace {

constexpr auto kAddress = "DBUS_SESSION_BUS_ADDRESS";
constexpr auto kDisabled = "disabled:";
/// A bus answers at once, and a busy machine within this time.
constexpr int kWaitMs = 2000;

/// The name of the socket: a path, or a zero byte and an abstract name. Empty for other addresses.
/// D-Bus Specification, "Server Addresses".
QByteArray socketName(const QByteArray& address)
{
    const QByteArray first = address.split(';').first();
    if (!first.startsWith("unix:"))
        return {};
    const auto pairs = first.mid(5).split(',');
    for (const QByteArray& pair : pairs) {
        const QByteArray value = QByteArray::fromPercentEncoding(pair.mid(pair.indexOf('=') + 1));
        if (pair.startsWith("path="))
            return value;
        if (pair.startsWith("abstract="))
            return '\0' + value;
    }
    return {};
}

/// Closes its descriptor.
class Socket
{
public:
    Socket() : m_descriptor(::socket(AF_UNIX, SOCK_STREAM, 0))
    {
        ::fcntl(m_descriptor, F_SETFD, FD_CLOEXEC);
        ::fcntl(m_descriptor, F_SETFL, O_NONBLOCK);
    }

    ~Socket()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }

    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;

    int descriptor() const { return m_descriptor; }

private:
    int m_descriptor;
};

enum class Connection { None, Full, Made };

/// A listener whose queue is full accepts nobody.
Connection connectTo(const Socket& socket, const QByteArray& name)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (name.isEmpty() || std::size_t(name.size()) >= sizeof(address.sun_path))
        return Connection::None;
    std::copy(name.begin(), name.end(), address.sun_path);
    const bool isAbstract = name.front() == '\0';
    const auto size = offsetof(sockaddr_un, sun_path) + std::size_t(name.size()) + !isAbstract;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the interface of sockets.
    if (::connect(socket.descriptor(), reinterpret_cast<const sockaddr*>(&address),
                  socklen_t(size)) == 0)
        return Connection::Made;
    return errno == EAGAIN ? Connection::Full : Connection::None;
}

} // namespace

bool isSilentBus(const QByteArray& address, int waitMs)
{
    const Socket socket;
    const Connection made = connectTo(socket, socketName(address));
    if (made != Connection::Made)
        return made == Connection::Full;
    // D-Bus Specification, "Authentication Protocol": a zero byte, then the user's id in hex.
    const QByteArray greeting =
        '\0' + QByteArray("AUTH EXTERNAL ") + QByteArray::number(::geteuid()).toHex() + "\r\n";
    if (::send(socket.descriptor(), greeting.constData(), std::size_t(greeting.size()),
               MSG_NOSIGNAL) != greeting.size())
        return false;
    pollfd answer{.fd = socket.descriptor(), .events = POLLIN, .revents = 0};
    return ::poll(&answer, 1, waitMs) == 0;
}

void leaveSilentBus()
{
    QByteArray address = qgetenv(kAddress);
    if (address.isEmpty()) // Where libdbus looks then.
        address = "unix:path=" + qgetenv("XDG_RUNTIME_DIR") + "/bus";
    if (isSilentBus(address, kWaitMs))
        qputenv(kAddress, kDisabled);
}

#else

bool isSilentBus(const QByteArray&, int)
{
    return false;
}

void leaveSilentBus() {}

#endif

} // namespace faultline::ui
