#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/stream_model.h"

namespace faultline::ui {

/// Every stream that the file lists, also those that nothing reads.
QList<StreamRow> makeStreamRows(const Event& event);

/// Why a file lists none, by its kind: a sentence.
QString noStreamsText(const Event& event);

} // namespace faultline::ui
