// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

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

    bool isDamaged() const { return m_isDamaged; }

private:
    std::string_view m_rest;
    bool m_isDamaged = false;
};

/// Calls visit(field) for each field. Returns false when the message is damaged.
template <class Visit>
bool forEachField(std::string_view bytes, Visit visit)
{
    WireMessage message(bytes);
    while (const auto field = message.next())
        visit(*field);
    return !message.isDamaged();
}

} // namespace faultline::protobuf
