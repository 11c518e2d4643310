// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace faultline {

/// Tells whether a file of Linux is glibc's C library. Versions before 2.34 are mapped by the name
/// that libc.so.6 links to ("libc-2.31.so").
inline bool isGlibcFile(std::string_view path)
{
    const auto name = path.substr(path.rfind('/') + 1);
    return name.starts_with("libc.so.6") || name.starts_with("libc-2.");
}

} // namespace faultline
