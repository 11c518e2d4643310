#pragma once

#include "ui/bridge/report_state.h"

namespace faultline::ui {

/// Why the process ended, in one sentence built from parsed facts only; the first rule that fits wins (spec/workbench.md §4.2).
QString causeSentence(const ReportState& state);

/// "scene::Node::bounds()" of the innermost frame, else "libscene.so+0x412e6"; empty while no frame is known.
QString crashedFunction(const ReportState& state);

/// What groups equal crashes: the crashed function, else "libscene.so@0x412e6".
QString crashSignature(const ReportState& state);

} // namespace faultline::ui
