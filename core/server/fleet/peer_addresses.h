// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace faultline::server {

/// So many addresses of peers are asked; further ones are passed over.
inline constexpr std::size_t kMostPeers = 64;

/// The addresses ("10.0.0.1:3021", "[fd00::1]:3021") that names or addresses with ports stand for
/// now, each once. A name that nobody knows stands for none. Waits for the system's resolver.
std::vector<std::string> resolvePeers(const std::vector<std::string>& peers);

} // namespace faultline::server
