// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace faultline::test {

/// An HTTP/1.1 server on a loopback address for tests: canned replies by path, a thread per
/// connection, hits counted per path. Paths without a reply get 404. The destructor interrupts
/// delays and joins.
class LoopbackServer
{
public:
    using Headers = std::vector<std::pair<std::string, std::string>>;

    struct Request
    {
        std::string method;
        std::string target;                         ///< Path and query as sent.
        std::map<std::string, std::string> headers; ///< Names in lower case.
        std::string body{};
    };

    struct Reply
    {
        int status = 200;
        std::string body{};
        Headers headers{};
        std::chrono::milliseconds delay{0}; ///< Before the head.
        bool cut = false;                   ///< Closes the connection in the middle of the body.
        bool stall = false; ///< Sends nothing more from there on, but keeps the connection open.
    };

    using Handler = std::function<Reply(const Request&)>;

    /// Servers that should count as different hosts use different addresses of 127.0.0.0/8.
    explicit LoopbackServer(const std::string& address = "127.0.0.1");
    ~LoopbackServer();
    LoopbackServer(const LoopbackServer&) = delete;
    LoopbackServer& operator=(const LoopbackServer&) = delete;

    /// "http://<address>:<port>" without a slash.
    std::string url() const { return url(m_address); }

    /// `host` is another name of the same address.
    std::string url(const std::string& host) const;

    void reply(const std::string& target, Reply reply);
    void handle(const std::string& target, Handler handler);
    /// For all paths without their own reply.
    void handleOthers(Handler handler);

    int hits(const std::string& target) const;
    int totalHits() const;
    /// The largest number of requests answered at the same time.
    int mostAtOnce() const;
    /// Number of requests with a method below a path.
    int countBelow(const std::string& method, const std::string& path) const;
    /// The last request for a path; empty when there was none.
    Request lastRequest(const std::string& target) const;

private:
    void accept();
    void serve(int socket);
    bool serveOne(int socket, std::string& buffered);
    Reply answerFor(const Request& request);
    bool waitFor(std::chrono::milliseconds delay);

    const std::string m_address;
    int m_listener = -1;
    int m_port = 0;
    mutable std::mutex m_mutex; // Guards all members after it.
    std::condition_variable m_stopping;
    bool m_stopped = false;
    std::map<std::string, Handler> m_handlers;
    Handler m_others;
    std::map<std::string, std::vector<Request>> m_requests;
    std::list<int> m_sockets;
    int m_active = 0;
    int m_mostAtOnce = 0;
    std::vector<std::thread> m_connections;
    std::thread m_acceptor;
};

} // namespace faultline::test
