// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_support.h"
#include "app/faultline/symbols_command.h"
#include "core/base/text.h"
#include "core/tools/symbol_sorter.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace faultline::app {

namespace {

/// The zstd level for each number of -z options. symsorter uses the same levels.
constexpr std::array kLevels{0, 3, 10, 19, 22};

SortOptions optionsFrom(const SymbolsSortArguments& arguments)
{
    const auto strength = static_cast<std::size_t>(std::max(arguments.compress, 0));
    // relative_path() keeps the prefix below the output folder.
    return {.output = arguments.output / std::filesystem::path(arguments.prefix).relative_path(),
            .compression = kLevels[std::min(strength, kLevels.size() - 1)],
            .withSources = arguments.withSources};
}

/// Returns the name of an input's bundle; empty when it belongs to none. Errors: Malformed (no
/// valid name can be made from the input, or the given name is not valid).
Result<std::string> bundleOf(const std::filesystem::path& input,
                             const SymbolsSortArguments& arguments)
{
    std::error_code ignored;
    const auto name = arguments.bundle
                          ? *arguments.bundle
                          : std::filesystem::weakly_canonical(input, ignored).filename().string();
    if (!arguments.bundle && !arguments.multipleBundles)
        return std::string();
    auto id = SymbolSorter::bundleId(name);
    if (id.empty() || (arguments.bundle && id != name))
        return fail(ErrorKind::Malformed, "Invalid bundle id \"", name,
                    "\": letters, digits and .,+- with underscores between them");
    return id;
}

ExitCode addInputs(const SymbolsSortArguments& arguments, SymbolSorter& sorter)
{
    auto outcome = ExitCode::Ok;
    for (const auto& input : arguments.inputs) {
        const auto bundle = bundleOf(input, arguments);
        if (!bundle) {
            complain(bundle.error());
            return ExitCode::Usage;
        }
        if (const auto added = sorter.add(input, *bundle); !added) {
            complain(input.string(), added.error());
            outcome = ExitCode::Unreadable;
        }
    }
    return outcome;
}

/// Returns the exit status for the outcome of one object.
ExitCode gravity(SortedObject::Outcome outcome, bool ignoreErrors)
{
    switch (outcome) {
    case SortedObject::Outcome::NotWritten: return ExitCode::Failed;
    case SortedObject::Outcome::Unreadable:
        return ignoreErrors ? ExitCode::Ok : ExitCode::Unreadable;
    default: return ExitCode::Ok;
    }
}

ExitCode tellObjects(const SymbolsSortArguments& arguments, const SymbolSorter& sorter)
{
    auto outcome = ExitCode::Ok;
    for (const auto& object : sorter.objects()) {
        outcome = worse(outcome, gravity(object.outcome, arguments.ignoreErrors));
        if (object.outcome != SortedObject::Outcome::Stored)
            complain(object.origin, Error{ErrorKind::Malformed, object.note});
        else if (!arguments.quiet)
            std::printf("%s -> %s\n", escapeControls(object.origin).c_str(), object.path.c_str());
    }
    if (outcome == ExitCode::Unreadable)
        std::fputs("faultline: --ignore-errors takes files that cannot be read as a warning\n",
                   stderr);
    return outcome;
}

void printSummary(const SymbolsSortArguments& arguments, const SymbolSorter& sorter)
{
    if (arguments.quiet)
        return;
    const auto stored =
        std::ranges::count(sorter.objects(), SortedObject::Outcome::Stored, &SortedObject::outcome);
    std::printf("Sorted %td debug files\n", stored);
    if (arguments.withSources)
        std::printf("Created %zu source bundles\n", sorter.sourceBundles());
}

} // namespace

ExitCode run(const SymbolsSortArguments& arguments)
{
    SymbolSorter sorter(optionsFrom(arguments));
    auto outcome = addInputs(arguments, sorter);
    if (outcome == ExitCode::Usage)
        return outcome;
    outcome = worse(outcome, tellObjects(arguments, sorter));
    if (const auto finished = sorter.finish(); !finished) {
        complain(finished.error());
        return ExitCode::Failed;
    }
    printSummary(arguments, sorter);
    return outcome;
}

} // namespace faultline::app
