#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace faultline::test {

struct HttpReply
{
    int status = 0;                             ///< 0: the connection ended without an answer.
    std::map<std::string, std::string> headers; ///< Names in lower case.
    std::string body;
};

/// A connection to a loopback port that sends exactly the bytes it is told to, so that broken
/// requests can be sent as well. Waits at most ten seconds for anything.
class HttpClient
{
public:
    explicit HttpClient(std::uint16_t port);
    ~HttpClient();
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    bool send(std::string_view bytes);
    /// The next answer; without a body when `toHead`.
    HttpReply receive(bool toHead = false);
    HttpReply exchange(std::string_view method,
                       std::string_view target,
                       std::string_view contentType = {},
                       std::string_view body = {});
    /// Whether the server has ended the connection, waiting for that if need be.
    bool isClosedByServer();
    void close();

private:
    bool readMore();

    int m_socket = -1;
    std::string m_input;
};

/// One request on a connection of its own.
HttpReply get(std::uint16_t port, std::string_view target);
HttpReply postJson(std::uint16_t port, std::string_view target, std::string_view body);

} // namespace faultline::test
