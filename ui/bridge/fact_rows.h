// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "ui/bridge/report_state.h"
#include "ui/models/detail_model.h"
#include "ui/models/fact_model.h"

namespace faultline::ui {

enum class Environment { Hidden, Shown };

/// Annotations with where they come from, and on request the environment of the process.
QList<FactRow> makeAnnotationRows(const Event& event, Environment environment);

/// The variables of the process's environment, which may hold secrets.
int environmentSize(const Event& event);

/// The newest first.
QList<FactRow> makeBreadcrumbRows(const Event& event);

QList<FactRow> makeHandleRows(const Event& event);

QList<FactRow> makeUnloadedRows(const Event& event);

/// What Windows keeps of the thread and its process.
QList<DetailRow> makeThreadBlockRows(const ReportState& state,
                                     const engine::ThreadBlockAnswer& answer);

} // namespace faultline::ui
