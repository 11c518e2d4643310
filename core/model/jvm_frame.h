#pragma once

#include <string>

namespace faultline {

/// What only frames of the JVM have.
struct JvmFrame
{
    std::string module; ///< Class with its package.
};

} // namespace faultline
