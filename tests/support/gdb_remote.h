// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace faultline::test {

/// A client of GDB's remote serial protocol over a local socket. It can only run a program in qemu
/// up to a signal and inspect it then. Source: GDB manual, appendix E.
class GdbRemote
{
public:
    /// Connects to the stub that listens on a Unix socket; waits for it to appear.
    static std::optional<GdbRemote> connect(const std::filesystem::path& socketPath);

    GdbRemote(GdbRemote&& other) noexcept;
    GdbRemote(const GdbRemote&) = delete;
    GdbRemote& operator=(const GdbRemote&) = delete;
    GdbRemote& operator=(GdbRemote&&) = delete;
    ~GdbRemote();

    /// Sends a packet and returns the answer's text; empty when there is no answer or the stub has
    /// ended.
    std::string ask(const std::string& packet);

    /// Continues until the next stop and delivers `signal` unless it is 0. Returns the stop's
    /// signal in GDB's numbering; absent when the program has ended.
    std::optional<int> resume(int signal);

    /// Thread ids as the stub writes them.
    std::vector<std::string> threads();

    /// Reads as many bytes as possible.
    std::vector<std::byte> read(std::uint64_t address, std::size_t sizeBytes);

private:
    explicit GdbRemote(int socket) : m_socket(socket) {}

    bool send(const std::string& packet);
    std::string receive();
    std::optional<char> nextByte();

    int m_socket;
    std::string m_buffer;
};

/// "0a1b" as bytes; stops at the first pair that is not a number.
std::vector<std::byte> bytesOfHex(const std::string& text);

} // namespace faultline::test
