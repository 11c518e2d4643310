// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"
#include "core/report/json_report.h"
#include "core/symbolicate/options/options.h"

namespace faultline::requests {

/// A decoded request of any kind: the event that it describes with its frames, the options for it,
/// and what it says of the form of its answer.
struct Request
{
    EventPtr event;
    symbolicate::SymbolicateOptions options;
    report::JsonOptions answer;
};

} // namespace faultline::requests
