// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "ui/bridge/frame_memory.h"
#include "ui/bridge/report_state.h"

namespace faultline::ui {

/// Rows of 16 bytes, or of one pointer each.
QList<MemoryRow>
makeMemoryRows(const ReportState& state, const engine::MemoryAnswer& answer, MemoryWords words);

/// Where the place lies.
QString makeMemoryOrigin(const engine::MemoryAnswer& answer);

/// The regions with the gaps between them.
QList<RegionRow> makeRegionRows(const ReportState& state, const engine::MapAnswer& answer);

} // namespace faultline::ui
