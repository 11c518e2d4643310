// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace faultline::app {

/// Arguments of a program that is called as `symbolicator`, or whose first argument says so, as our
/// own: `run` is `serve`, `cleanup` is `cache cleanup`, and `-c` may stand before the command.
/// Others are returned as they are. Source: getsentry/symbolicator, crates/symbolicator/src/cli.rs.
std::vector<std::string> withoutSymbolicator(std::string_view program,
                                             std::vector<std::string> arguments);

} // namespace faultline::app
