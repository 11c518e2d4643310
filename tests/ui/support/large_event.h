// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace faultline::ui::test {

/// A made-up native event of Sentry of any size, and the symbol files of its modules.
namespace large {

inline constexpr int kModules = 200;

/// Has this many threads with this many frames each. No stack is a recursion, which would fold:
/// neighbouring frames lie in different modules.
std::string event(int threads, int framesEach);

/// Where a server has the symbols of the module.
std::string symbolTarget(int module);
/// Names the functions of every frame in the module.
std::string symbols(int module);

} // namespace large

} // namespace faultline::ui::test
