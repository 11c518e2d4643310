// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "ui/bridge/report_state.h"
#include "ui/models/field_model.h"

#include <QSet>

namespace faultline::ui {

/// The fields outside closed records. `open` has the indices of the open ones.
QList<FieldRow>
makeFieldRows(const ReportState& state, const DecodedFields& decoded, const QSet<int>& open);

/// The records that are open at first: the outermost ones.
QSet<int> openAtFirst(const DecodedFields& decoded);

} // namespace faultline::ui
