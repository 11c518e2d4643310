// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/end_to_end/notify_socket.h"

#include <array>
#include <cstddef>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

namespace faultline::test {

NotifySocket::NotifySocket(Kind kind)
    : m_name(kind == Kind::Abstract ? QStringLiteral("@faultline-test-%1").arg(::getpid())
                                    : m_folder.filePath(QStringLiteral("notify"))),
      m_socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0))
{
    const std::string path = m_name.toStdString();
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    if (kind == Kind::Abstract)
        address.sun_path[0] = '\0';
    const auto bytes = socklen_t(offsetof(sockaddr_un, sun_path) + path.size());
    ::bind(m_socket, reinterpret_cast<const sockaddr*>(&address), bytes);
    const timeval patience{.tv_sec = 30, .tv_usec = 0};
    ::setsockopt(m_socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
}

NotifySocket::~NotifySocket()
{
    ::close(m_socket);
}

QByteArray NotifySocket::next()
{
    std::array<char, 4096> message{};
    const auto size = ::recv(m_socket, message.data(), message.size(), 0);
    return {message.data(), size < 0 ? 0 : qsizetype(size)};
}

QByteArray NotifySocket::next(const QByteArray& beginning)
{
    while (true) {
        auto message = next();
        if (message.isEmpty() || message.startsWith(beginning))
            return message;
    }
}

} // namespace faultline::test
