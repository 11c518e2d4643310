// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/comparison_session.h"

namespace faultline::ui {

/// What a comparison looks like.

QList<ComparedFrameRow> makeComparedFrames(const engine::Comparison& comparison);
QList<ComparedFactRow> makeComparedFacts(const engine::Comparison& comparison);
QList<ComparedFactRow> makeComparedModules(const engine::Comparison& comparison);
/// The modules of both with equal versions and ids.
QList<ComparedFactRow> makeEqualModules(const engine::Comparison& comparison);
ComparisonHead makeComparisonHead(const engine::Comparison& comparison);
/// Tables of facts, frames and modules.
QString comparisonMarkdown(const engine::Comparison& comparison);

} // namespace faultline::ui
