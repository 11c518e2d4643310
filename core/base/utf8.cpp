// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utf8.h"

namespace faultline {

void appendCodePoint(std::string& out, std::uint32_t code)
{
    const auto push = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (code < 0x80) {
        push(code);
    } else if (code < 0x800) {
        push(0xC0 | code >> 6);
        push(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        push(0xE0 | code >> 12);
        push(0x80 | (code >> 6 & 0x3F));
        push(0x80 | (code & 0x3F));
    } else {
        push(0xF0 | code >> 18);
        push(0x80 | (code >> 12 & 0x3F));
        push(0x80 | (code >> 6 & 0x3F));
        push(0x80 | (code & 0x3F));
    }
}

std::string_view withoutByteOrderMark(std::string_view text)
{
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

} // namespace faultline
