// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/gdb_remote.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace faultline::test {

namespace {

std::string hex(std::uint64_t value)
{
    std::array<char, 17> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
    return {digits.data(), end};
}

std::optional<unsigned> hexByte(std::string_view text)
{
    unsigned value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    return text.size() == 2 && result.ptr == text.data() + 2 ? std::optional(value) : std::nullopt;
}

/// "$packet#checksum".
std::string framed(const std::string& packet)
{
    unsigned sum = 0;
    for (const char c : packet)
        sum += static_cast<unsigned char>(c);
    auto digits = hex(sum & 0xff);
    digits.insert(0, 2 - digits.size(), '0');
    return '$' + packet + '#' + digits;
}

} // namespace

std::vector<std::byte> bytesOfHex(const std::string& text)
{
    std::vector<std::byte> bytes;
    for (std::size_t at = 0; at + 2 <= text.size(); at += 2) {
        const auto value = hexByte(std::string_view(text).substr(at, 2));
        if (!value)
            break;
        bytes.push_back(static_cast<std::byte>(*value));
    }
    return bytes;
}

std::optional<GdbRemote> GdbRemote::connect(const std::filesystem::path& socketPath)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const auto path = socketPath.string();
    if (path.size() >= sizeof(address.sun_path))
        return std::nullopt;
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    constexpr int kTries = 1000;
    for (int i = 0; i < kTries; ++i) {
        const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0)
            return GdbRemote(socket);
        ::close(socket);
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return std::nullopt;
}

GdbRemote::GdbRemote(GdbRemote&& other) noexcept
    : m_socket(std::exchange(other.m_socket, -1)), m_buffer(std::move(other.m_buffer))
{
}

GdbRemote::~GdbRemote()
{
    if (m_socket >= 0)
        ::close(m_socket);
}

bool GdbRemote::send(const std::string& packet)
{
    const auto text = framed(packet);
    return ::send(m_socket, text.data(), text.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(text.size());
}

std::optional<char> GdbRemote::nextByte()
{
    if (m_buffer.empty()) {
        std::array<char, 8192> chunk{};
        const auto count = ::recv(m_socket, chunk.data(), chunk.size(), 0);
        if (count <= 0)
            return std::nullopt;
        m_buffer.assign(chunk.data(), static_cast<std::size_t>(count));
        std::string reversed(m_buffer.rbegin(), m_buffer.rend());
        m_buffer.swap(reversed); // Bytes are taken from the end.
    }
    const char byte = m_buffer.back();
    m_buffer.pop_back();
    return byte;
}

/// The next packet; acknowledgements and noise before it are skipped.
std::string GdbRemote::receive()
{
    auto byte = nextByte();
    while (byte && *byte != '$')
        byte = nextByte();
    std::string packet;
    for (byte = nextByte(); byte && *byte != '#'; byte = nextByte())
        packet += *byte;
    nextByte(); // The checksum: a local socket loses nothing.
    nextByte();
    ::send(m_socket, "+", 1, MSG_NOSIGNAL);
    return packet;
}

std::string GdbRemote::ask(const std::string& packet)
{
    return send(packet) ? receive() : std::string();
}

std::optional<int> GdbRemote::resume(int signal)
{
    auto digits = hex(static_cast<unsigned>(signal));
    digits.insert(0, 2 - std::min<std::size_t>(digits.size(), 2), '0');
    const auto answer = ask(signal == 0 ? "c" : "C" + digits);
    const bool isStop = answer.starts_with('T') || answer.starts_with('S');
    const auto stopped = answer.size() >= 3 ? hexByte(answer.substr(1, 2)) : std::nullopt;
    return isStop && stopped ? std::optional(static_cast<int>(*stopped)) : std::nullopt;
}

std::vector<std::string> GdbRemote::threads()
{
    std::vector<std::string> ids;
    for (auto answer = ask("qfThreadInfo"); answer.starts_with('m'); answer = ask("qsThreadInfo")) {
        for (std::size_t at = 1; at < answer.size();) {
            const auto comma = std::min(answer.find(',', at), answer.size());
            ids.push_back(answer.substr(at, comma - at));
            at = comma + 1;
        }
    }
    return ids;
}

std::vector<std::byte> GdbRemote::read(std::uint64_t address, std::size_t sizeBytes)
{
    constexpr std::size_t kMostPerPacket = 1024;
    std::vector<std::byte> bytes;
    while (bytes.size() < sizeBytes) {
        const auto wanted = std::min(sizeBytes - bytes.size(), kMostPerPacket);
        const auto answer = ask("m" + hex(address + bytes.size()) + ',' + hex(wanted));
        if (answer.size() != 2 * wanted) // An error, "E14", begins like a byte.
            break;
        const auto part = bytesOfHex(answer);
        bytes.insert(bytes.end(), part.begin(), part.end());
    }
    return bytes;
}

} // namespace faultline::test
