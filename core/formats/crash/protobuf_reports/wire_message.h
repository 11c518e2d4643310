// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace faultline::protobuf {

/// One field of a protobuf message in its encoded form.
struct WireField
{
    std::uint32_t number = 0;
    bool isNumber = false;   ///< Otherwise bytes: a text, bytes or a message.
    std::uint64_t value = 0; ///< Negative numbers are in two's complement.
    std::string_view bytes;  ///< Points into the message.
};

/// Goes through the fields of a message, without copying them.
class WireMessage
{
public:
    explicit WireMessage(std::string_view bytes) : m_rest(bytes) {}

    /// The next field. Absent at the end, and where the message is damaged.
    std::optional<WireField> next();

    /// Where the message is damaged; null when it is not. Points into the message.
    const char* damage() const { return m_damage; }

private:
    std::string_view m_rest;
    const char* m_damage = nullptr;
};

/// Reads a report and the messages in it, and remembers where the first damage is.
class WireReader
{
public:
    /// Calls visit(field) for each field of a message.
    template <class Visit>
    void forEachField(std::string_view bytes, Visit visit)
    {
        WireMessage message(bytes);
        while (const auto field = message.next())
            visit(*field);
        if (m_damage == nullptr)
            m_damage = message.damage();
    }

    /// A message of a name and a number, such as a register.
    std::pair<std::string, std::uint64_t> namedNumber(std::string_view bytes);

    /// Null when nothing is damaged.
    const char* damage() const { return m_damage; }

private:
    const char* m_damage = nullptr;
};

} // namespace faultline::protobuf
