// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <string>
#include <utility>

namespace faultline::intake {

/// The unpacked bytes of a crash file.
struct CrashContent
{
    CrashContent(ByteView unpacked) : bytes(std::move(unpacked)) {}

    ByteView bytes;
    /// Why the compressed file could not be unpacked to its end; empty when it was whole.
    std::string damage;
};

} // namespace faultline::intake
