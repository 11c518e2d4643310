// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/report.h"
#include "core/library/library_store.h"
#include "core/likeness/report_diff.h"
#include "core/signature/signature.h"

#include <string>
#include <variant>
#include <vector>

namespace faultline::engine {

/// A report that is compared: one of the library, or an open one with its name.
struct OpenReport
{
    std::string name; ///< Of its file, for people.
    ReportPtr report;
};

using ComparedReport = std::variant<library::ReportId, OpenReport>;

/// One side of a comparison.
struct ComparisonSide
{
    std::string name;             ///< The path of its file.
    library::ReportId report = 0; ///< 0 for an open report.
    library::ReportRecord record{};
};

/// Two reports side by side, as `faultline diff` compares them.
struct Comparison
{
    ComparisonSide before;
    ComparisonSide after;
    std::vector<likeness::FactChange> facts{}; ///< All that one of them has, equal ones too.
    likeness::ReportDiff diff{};
    double likeness = 0;            ///< Of the stacks, 0 to 1.
    std::uint64_t equalModules = 0; ///< Modules of both with equal versions and ids.
};

/// The side of an open report. The signature is made by `rules`.
ComparisonSide
sideOf(const OpenReport& open, const signature::SignatureRules& rules, signature::Mode mode);
/// The side of a stored report. Errors: those of the store.
Result<ComparisonSide> sideOf(library::LibraryStore& store, library::ReportId report);

Comparison comparisonOf(ComparisonSide before, ComparisonSide after);

} // namespace faultline::engine
