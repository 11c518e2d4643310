// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace faultline::ui {

/// What the folder of a kind of entries is called, such as "Debug files · as downloaded".
QString cacheKindTitle(std::string_view kind);

} // namespace faultline::ui
