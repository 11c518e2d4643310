// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBoxLayout>

namespace faultline::ui {

/// A layout whose widgets touch each other and the edges.
inline QBoxLayout* tight(QBoxLayout* layout)
{
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    return layout;
}

} // namespace faultline::ui
