// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/libfaultline/faultline.h"

namespace faultline {

const char* libraryVersion()
{
    return FL_VERSION;
}

} // namespace faultline
