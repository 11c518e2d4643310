// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace faultline::test {

struct HttpReply
{
    int status = 0;                             ///< 0 when the connection ended without an answer.
    std::map<std::string, std::string> headers; ///< Names in lower case.
    std::string body;
};

/// A connection to a loopback port that sends exactly the given bytes, so that broken requests can
/// be sent too. Waits at most five minutes, so that a busy machine fails no test.
class HttpClient
{
public:
    explicit HttpClient(std::uint16_t port);
    ~HttpClient();
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    bool send(std::string_view bytes);
    /// Reads the next answer; with `toHead`, an answer without a body.
    HttpReply receive(bool toHead = false);
    HttpReply exchange(std::string_view method,
                       std::string_view target,
                       std::string_view contentType = {},
                       std::string_view body = {});
    /// Has the server closed the connection? Waits for that if necessary.
    bool isClosedByServer();
    void close();

private:
    bool readMore();

    int m_socket = -1;
    std::string m_input;
};

/// Sends one request on its own connection.
HttpReply get(std::uint16_t port, std::string_view target);
HttpReply postJson(std::uint16_t port, std::string_view target, std::string_view body);

} // namespace faultline::test
