#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace faultline::net {

/// A server's text as it may be shown: valid UTF-8 on one line, not long, and without the secrets
/// of the request that it answers (servers quote what they refuse). Secrets of fewer than eight
/// bytes are left, as they could be any word.
std::string shownText(std::string_view serverText,
                      std::initializer_list<std::string_view> secrets = {});

} // namespace faultline::net
