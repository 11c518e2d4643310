// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <string>

namespace faultline::container {

/// A file inside a container file.
struct CrashPart
{
    std::string name; ///< Name in the container, valid UTF-8. May be empty or occur again.
    ByteView bytes;
};

} // namespace faultline::container
