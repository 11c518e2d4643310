// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace faultline::ui {

/// Why a file could not be opened.
struct OpenFailure
{
    enum class Kind { Damaged, OtherKind, Missing, Denied, Cancelled, Other };

    Kind kind = Kind::Other;
    QString sentence; ///< For users, with the file's name in <b>.
    QString detail;   ///< The text of the error.

    bool operator==(const OpenFailure&) const = default;
};

} // namespace faultline::ui
