// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/chain_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

QVariant ChainModel::cell(int index, int, int role) const
{
    const ChainBoxRow& box = row(index);
    switch (role) {
    case Qt::DisplayRole: return box.name;
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: return box.sentence;
    case IdRole: return box.thread;
    default: return {};
    }
}

} // namespace faultline::ui
