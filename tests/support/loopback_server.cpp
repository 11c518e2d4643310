// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/loopback_server.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cctype>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace faultline::test {

namespace {

std::string lowered(std::string text)
{
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

bool sendAll(int socket, const std::string& bytes)
{
    std::size_t sent = 0;
    while (sent < bytes.size()) {
        const auto count = ::send(socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (count <= 0)
            return false;
        sent += static_cast<std::size_t>(count);
    }
    return true;
}

/// Reads up to the empty line. Returns false when the client has closed the connection.
bool readHead(int socket, std::string& buffered, std::string& head)
{
    while (true) {
        const auto end = buffered.find("\r\n\r\n");
        if (end != std::string::npos) {
            head = buffered.substr(0, end + 2);
            buffered.erase(0, end + 4);
            return true;
        }
        char piece[4096];
        const auto count = ::recv(socket, piece, sizeof(piece), 0);
        if (count <= 0)
            return false;
        buffered.append(piece, static_cast<std::size_t>(count));
    }
}

/// Reads as many bytes as the head announces. Returns false when the client has closed the
/// connection.
bool readBody(int socket, std::string& buffered, LoopbackServer::Request& request)
{
    const auto announced = request.headers.find("content-length");
    const std::size_t size = announced == request.headers.end() ? 0 : std::stoul(announced->second);
    while (buffered.size() < size) {
        char piece[65536];
        const auto count = ::recv(socket, piece, sizeof(piece), 0);
        if (count <= 0)
            return false;
        buffered.append(piece, static_cast<std::size_t>(count));
    }
    request.body = buffered.substr(0, size);
    buffered.erase(0, size);
    return true;
}

LoopbackServer::Request parseHead(const std::string& head)
{
    LoopbackServer::Request request;
    std::size_t position = 0;
    for (auto end = head.find("\r\n"); end != std::string::npos;
         end = head.find("\r\n", position)) {
        const auto line = head.substr(position, end - position);
        position = end + 2;
        if (request.method.empty()) {
            const auto first = line.find(' ');
            const auto second = line.find(' ', first + 1);
            request.method = line.substr(0, first);
            request.target = line.substr(first + 1, second - first - 1);
        } else if (const auto colon = line.find(':'); colon != std::string::npos) {
            const auto value = line.find_first_not_of(' ', colon + 1);
            request.headers[lowered(line.substr(0, colon))] =
                value == std::string::npos ? "" : line.substr(value);
        }
    }
    return request;
}

std::string encode(const LoopbackServer::Reply& reply, bool withBody)
{
    std::string text = "HTTP/1.1 " + std::to_string(reply.status) + " Canned\r\n";
    for (const auto& [name, value] : reply.headers)
        text += name + ": " + value + "\r\n";
    text += "Content-Length: " + std::to_string(reply.body.size()) + "\r\n\r\n";
    if (!withBody)
        return text;
    const bool isWhole = !reply.cut && !reply.stall;
    return text + (isWhole ? reply.body : reply.body.substr(0, reply.body.size() / 2));
}

} // namespace

LoopbackServer::LoopbackServer(const std::string& host)
    : m_address(host), m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    ::inet_pton(AF_INET, host.c_str(), &address.sin_addr);
    socklen_t length = sizeof(address);
    ::bind(m_listener, reinterpret_cast<sockaddr*>(&address), length);
    ::listen(m_listener, SOMAXCONN);
    ::getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &length);
    m_port = ntohs(address.sin_port);
    m_acceptor = std::thread([this] { accept(); });
}

LoopbackServer::~LoopbackServer()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopped = true;
        for (const int socket : m_sockets)
            ::shutdown(socket, SHUT_RDWR);
    }
    m_stopping.notify_all();
    ::shutdown(m_listener, SHUT_RDWR);
    m_acceptor.join();
    for (auto& connection : m_connections)
        connection.join();
    ::close(m_listener);
}

std::string LoopbackServer::url(const std::string& host) const
{
    return "http://" + host + ":" + std::to_string(m_port);
}

void LoopbackServer::reply(const std::string& target, Reply reply)
{
    handle(target, [reply = std::move(reply)](const Request&) { return reply; });
}

void LoopbackServer::handle(const std::string& target, Handler handler)
{
    const std::lock_guard lock(m_mutex);
    m_handlers[target] = std::move(handler);
}

void LoopbackServer::handleOthers(Handler handler)
{
    const std::lock_guard lock(m_mutex);
    m_others = std::move(handler);
}

int LoopbackServer::hits(const std::string& target) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_requests.find(target);
    return found == m_requests.end() ? 0 : static_cast<int>(found->second.size());
}

int LoopbackServer::totalHits() const
{
    const std::lock_guard lock(m_mutex);
    int total = 0;
    for (const auto& [target, requests] : m_requests)
        total += static_cast<int>(requests.size());
    return total;
}

int LoopbackServer::countBelow(const std::string& method, const std::string& path) const
{
    const std::lock_guard lock(m_mutex);
    std::ptrdiff_t count = 0;
    for (const auto& [target, requests] : m_requests) {
        if (target.starts_with(path))
            count += std::ranges::count(requests, method, &Request::method);
    }
    return static_cast<int>(count);
}

int LoopbackServer::mostAtOnce() const
{
    const std::lock_guard lock(m_mutex);
    return m_mostAtOnce;
}

LoopbackServer::Request LoopbackServer::lastRequest(const std::string& target) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_requests.find(target);
    return found == m_requests.end() ? Request() : found->second.back();
}

void LoopbackServer::accept()
{
    while (true) {
        const int socket = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (socket < 0)
            return;
        const std::lock_guard lock(m_mutex);
        if (m_stopped) {
            ::close(socket);
            return;
        }
        m_sockets.push_back(socket);
        m_connections.emplace_back([this, socket] { serve(socket); });
    }
}

void LoopbackServer::serve(int socket)
{
    std::string buffered;
    while (serveOne(socket, buffered)) {
    }
    const std::lock_guard lock(m_mutex);
    m_sockets.remove(socket);
    ::close(socket);
}

/// Returns false when the connection must be closed.
bool LoopbackServer::serveOne(int socket, std::string& buffered)
{
    std::string head;
    if (!readHead(socket, buffered, head))
        return false;
    auto request = parseHead(head);
    if (!readBody(socket, buffered, request))
        return false;
    const auto reply = answerFor(request);
    bool goOn = waitFor(reply.delay) && sendAll(socket, encode(reply, request.method != "HEAD")) &&
                !reply.cut;
    if (goOn && reply.stall)
        goOn = waitFor(std::chrono::hours(1));
    const std::lock_guard lock(m_mutex);
    --m_active;
    return goOn;
}

LoopbackServer::Reply LoopbackServer::answerFor(const Request& request)
{
    Handler handler;
    {
        const std::lock_guard lock(m_mutex);
        m_mostAtOnce = std::max(m_mostAtOnce, ++m_active);
        m_requests[request.target].push_back(request);
        const auto found = m_handlers.find(request.target);
        handler = found == m_handlers.end() ? m_others : found->second;
    }
    return handler ? handler(request) : Reply{.status = 404, .body = "not here"};
}

bool LoopbackServer::waitFor(std::chrono::milliseconds delay)
{
    std::unique_lock lock(m_mutex);
    return !m_stopping.wait_for(lock, delay, [this] { return m_stopped; });
}

} // namespace faultline::test
