// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string>

namespace faultline::test {

inline std::string bytesOf(std::initializer_list<int> values)
{
    std::string bytes;
    for (const int value : values)
        bytes += static_cast<char>(value);
    return bytes;
}

/// Magic and header.
inline std::string symbfileStart()
{
    return "symbfile" + bytesOf({0, 1});
}

/// "length, type, body"; short ones only.
inline std::string message(int type, const std::string& body)
{
    return bytesOf({static_cast<int>(body.size()), type}) + body;
}

/// The worked example of the specification (docs/spec/symbfile.md §3), byte by byte: `main` with an
/// inlined `f`, and the return pad of a call in `f`.
inline std::string exampleSymbfile()
{
    return symbfileStart() +
           bytesOf({0x11, 0x04, 0x0a, 0x06, '/', 's', '/', 'a', '.', 'c', 0x0a, 0x04, 'm', 'a', 'i',
                    'n', 0x0a, 0x01, 'f'}) +
           bytesOf({0x13, 0x02, 0x60, 0x80, 0x20, 0x10, 0x20, 0x48, 0x01, 0x50, 0x00,
                    0x42, 0x08, 0x0a, 0x02, 0x00, 0x0a, 0x12, 0x02, 0x03, 0x05}) +
           bytesOf({0x16, 0x02, 0x08, 0x08, 0x10, 0x06, 0x48, 0x02, 0x50, 0x00, 0x28, 0x04,
                    0x58, 0x00, 0x38, 0x01, 0x42, 0x06, 0x0a, 0x01, 0x00, 0x12, 0x01, 0x09}) +
           bytesOf({0x0e, 0x03, 0x08, 0x0a, 0x12, 0x02, 0x01, 0x02, 0x1a, 0x02, 0x00, 0x00, 0x22,
                    0x02, 0x04, 0x09});
}

} // namespace faultline::test
