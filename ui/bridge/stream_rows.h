// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/stream_model.h"

namespace faultline::ui {

/// Lists every stream of the file, even those that no reader uses.
QList<StreamRow> makeStreamRows(const Event& event);

/// Explains in a sentence why a file of this kind lists no streams.
QString noStreamsText(const Event& event);

} // namespace faultline::ui
