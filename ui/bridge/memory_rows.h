// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "ui/bridge/frame_memory.h"
#include "ui/bridge/report_state.h"
#include "ui/models/memory_lists.h"

namespace faultline::ui {

/// Rows of 16 bytes, or of one pointer each.
QList<MemoryRow>
makeMemoryRows(const ReportState& state, const engine::MemoryAnswer& answer, MemoryWords words);

/// Where a word leads, and the text that stands there.
QString makeWordMeaning(const ReportState& state, const engine::MemoryWord& word);

/// What a search has found. With several forms of the text, each row has its own.
QList<HitRow>
makeHitRows(const ReportState& state, const engine::SearchAnswer& answer, bool hasForms);

/// The texts behind registers and stack.
QList<TextRow> makeTextRows(const ReportState& state, const engine::StringsAnswer& answer);

/// Where the place lies.
QString makeMemoryOrigin(const engine::MemoryAnswer& answer);

/// The regions with the gaps between them.
QList<RegionRow> makeRegionRows(const ReportState& state, const engine::MapAnswer& answer);

} // namespace faultline::ui
