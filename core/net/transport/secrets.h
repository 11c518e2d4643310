// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace faultline::net {

/// A server's text, made safe to display: valid UTF-8, one short line. Secrets of the request are
/// removed, because servers quote what they refuse. Secrets with fewer than eight bytes are kept,
/// because they could be any word.
std::string shownText(std::string_view serverText,
                      std::initializer_list<std::string_view> secrets = {});

} // namespace faultline::net
