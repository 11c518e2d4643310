// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"

#include <string>

namespace faultline::insight {

/// Which program crashed, as whoever wrote the file names it. Empty texts: the file does not tell.
struct Product
{
    std::string name;
    std::string version; ///< For people: "4.2.1".
    std::string build;   ///< Of the vendor: "20261104", "210".
    std::string channel; ///< "beta", …
};

/// By the names that clients of Crashpad, Breakpad, Electron and Mozilla give to annotations, those
/// in Apple's reports, and the release of events ("app@1.2.3").
Product productOf(const Event& event);

} // namespace faultline::insight
