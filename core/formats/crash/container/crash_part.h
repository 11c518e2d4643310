#pragma once

#include "core/base/byte_view.h"

#include <string>

namespace faultline::container {

/// A file inside another one.
struct CrashPart
{
    std::string name; ///< As the container has it, valid UTF-8; may be empty or repeat.
    ByteView bytes;
};

} // namespace faultline::container
