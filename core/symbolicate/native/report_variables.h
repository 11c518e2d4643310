// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/names/demangle.h"
#include "core/model/report.h"
#include "core/symbolicate/items/services.h"
#include "core/symbolicate/native/module_table.h"
#include "core/symbolicate/native/summary_files.h"
#include "core/symbolicate/options/options.h"
#include "core/symbolicate/run/symbolication.h"
#include "core/variables/type_layout.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::symbolicate {

/// What the values of an event are read from. All of it outlives the reading.
struct VariableSources
{
    const Services& services;
    const Event& event;
    const ModuleTable& modules;
    std::span<const ResolvedModule> files; ///< In the order of the modules.
    demangling::DemangleCache& names;
    SummaryFiles& summaries;
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

/// Values of a row, for views that show them level by level.
struct PartsOfValue
{
    std::string expression = {}; ///< The value of this expression, instead of a variable.
    /// Whose parts are wanted: the variable's number among those of the row, unless there is an
    /// expression, and then the number of each part among those of the value around it. Absent: the
    /// values themselves.
    std::optional<std::vector<std::uint64_t>> partsOf = {};
    std::uint64_t first = 0;
    std::uint64_t most = 64;
    std::string follow = {};  ///< Unless empty, the list or tree that the expression begins, whose
                              ///< objects these members join (variables::ListQuestion).
    std::uint32_t depth = 0;  ///< Levels of parts below the values themselves.
    std::uint32_t items = 64; ///< Parts of each value there.
    bool isPlain = false;     ///< By members alone, without the summaries of Natvis files.
};

/// The values themselves, with their parts as deep as is asked for. Waits like readVariables().
/// Errors: NotFound (the debug info does not describe the row, or there is no such part).
Result<std::vector<Variable>> readParts(const VariableSources& sources,
                                        const ThreadStack& stack,
                                        std::uint32_t row,
                                        const PartsOfValue& wanted,
                                        const std::stop_token& stop);

/// The value of an expression that begins with a global variable or a cast, in the first module
/// whose debug info knows that name. Waits like readVariables(). Errors: as for readParts().
Result<std::vector<Variable>>
readGlobal(const VariableSources& sources, const PartsOfValue& wanted, const std::stop_token& stop);

/// What the types with a name are made of, of all modules, equal ones once, at most `most`. Waits
/// like readVariables().
std::vector<variables::TypeLayout> readTypes(const VariableSources& sources,
                                             std::string_view name,
                                             std::size_t most,
                                             const std::stop_token& stop);

} // namespace faultline::symbolicate
