#pragma once

#include <string>

namespace faultline {

/// Fields that only JVM frames have.
struct JvmFrame
{
    std::string module; ///< Class name with its package.
};

} // namespace faultline
