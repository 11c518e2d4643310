// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/library/library_notice.h"
#include "ui/models/rules_model.h"

#include <QList>

namespace faultline::ui {

/// What edited rules would do, as rows.

QList<RuleMoveRow> makeRuleMoves(const engine::SignPreview& preview);
/// The frames that either signature looks at, then the steps that change one of them.
QList<RuleTraceRow> makeRuleTrace(const engine::SignatureTrace& now,
                                  const engine::SignatureTrace& then);

} // namespace faultline::ui
