#pragma once

#include <string>

namespace faultline {

struct GcsBucket
{
    std::string name;
    std::string endpoint; ///< Empty: https://storage.googleapis.com.
};

} // namespace faultline
