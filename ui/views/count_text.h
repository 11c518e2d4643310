// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

namespace faultline::ui {

/// A number as the user's language writes it: "3 418".
inline QString countText(quint64 value)
{
    return QLocale().toString(value);
}

} // namespace faultline::ui
