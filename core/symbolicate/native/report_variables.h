// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/names/demangle.h"
#include "core/model/report.h"
#include "core/symbolicate/items/services.h"
#include "core/symbolicate/native/module_states.h"
#include "core/symbolicate/options/options.h"

#include <memory>
#include <stop_token>

namespace faultline::symbolicate {

/// What the values of an event are read from. All of it outlives the reading.
struct VariableSources
{
    const Services& services;
    const Event& event;
    const ModuleTable& modules;
    const ModuleStates& states;
    demangling::DemangleCache& names;
};

/// The variables of some rows, or the value of an expression there, from the dump's memory and the
/// modules' files. Opens the debug files of these rows and waits for them: for job threads only.
/// Null when nothing was asked for.
std::shared_ptr<const ReportVariables>
readVariables(const VariableSources& sources,
              const std::vector<std::shared_ptr<const ThreadStack>>& stacks,
              std::uint32_t leadingThread,
              const VariableOptions& options,
              const std::stop_token& stop);

} // namespace faultline::symbolicate
