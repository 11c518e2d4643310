// SPDX-License-Identifier: GPL-3.0-or-later
#include "http_client.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cctype>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace faultline::test {

namespace {

std::string lower(std::string text)
{
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

HttpReply parseHead(std::string_view head)
{
    HttpReply reply;
    const auto space = head.find(' ');
    reply.status = std::atoi(std::string(head.substr(space + 1, 3)).c_str());
    auto at = head.find("\r\n");
    while (at != std::string_view::npos && at + 2 < head.size()) {
        const auto end = std::min(head.find("\r\n", at + 2), head.size());
        const auto line = head.substr(at + 2, end - at - 2);
        const auto colon = line.find(':');
        if (colon != std::string_view::npos)
            reply.headers[lower(std::string(line.substr(0, colon)))] =
                std::string(line.substr(std::min(colon + 2, line.size())));
        at = end == head.size() ? std::string_view::npos : end;
    }
    return reply;
}

} // namespace

HttpClient::HttpClient(std::uint16_t port)
    : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    const timeval limit{.tv_sec = 300, .tv_usec = 0};
    ::setsockopt(m_socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    ::setsockopt(m_socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0)
        close();
}

HttpClient::~HttpClient()
{
    close();
}

void HttpClient::close()
{
    if (m_socket >= 0)
        ::close(m_socket);
    m_socket = -1;
}

bool HttpClient::send(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto count = ::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

HttpReply HttpClient::receive(bool toHead)
{
    std::size_t headEnd = 0;
    while ((headEnd = m_input.find("\r\n\r\n")) == std::string::npos) {
        if (!readMore())
            return {};
    }
    auto reply = parseHead(std::string_view(m_input).substr(0, headEnd));
    m_input.erase(0, headEnd + 4);
    const auto length = toHead ? 0 : std::stoul("0" + reply.headers["content-length"]);
    while (m_input.size() < length) {
        if (!readMore())
            break;
    }
    reply.body = m_input.substr(0, length);
    m_input.erase(0, length);
    return reply;
}

HttpReply HttpClient::exchange(std::string_view method,
                               std::string_view target,
                               std::string_view contentType,
                               std::string_view body)
{
    std::string request =
        std::string(method) + " " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n";
    if (!contentType.empty())
        request += "Content-Type: " + std::string(contentType) + "\r\n";
    if (method != "GET" && method != "HEAD")
        request += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    request += "\r\n";
    request += body;
    send(request);
    return receive(method == "HEAD");
}

bool HttpClient::isClosedByServer()
{
    while (readMore()) {
    }
    return errno != EAGAIN;
}

bool HttpClient::readMore()
{
    std::array<char, 64 * 1024> piece{};
    errno = 0;
    const auto count = ::recv(m_socket, piece.data(), piece.size(), 0);
    if (count <= 0)
        return false;
    m_input.append(piece.data(), static_cast<std::size_t>(count));
    return true;
}

HttpReply get(std::uint16_t port, std::string_view target)
{
    return HttpClient(port).exchange("GET", target);
}

HttpReply postJson(std::uint16_t port, std::string_view target, std::string_view body)
{
    return HttpClient(port).exchange("POST", target, "application/json", body);
}

} // namespace faultline::test
