// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/library/library_compare.h"

#include "core/likeness/stack_alignment.h"

#include <algorithm>
#include <utility>

namespace faultline::engine {

namespace {

double likenessOf(const library::ReportRecord& a, const library::ReportRecord& b)
{
    const likeness::Weights weights;
    const auto equallyRare = [](std::uint64_t) { return 1.0; };
    return likeness::likenessOf(likeness::prepare(a.frames, weights, equallyRare),
                                likeness::prepare(b.frames, weights, equallyRare), weights);
}

} // namespace

ComparisonSide
sideOf(const OpenReport& open, const signature::SignatureRules& rules, signature::Mode mode)
{
    const auto signature = signature::signatureOf(*open.report, rules, mode);
    return {.name = open.name, .record = library::recordOf(*open.report, signature)};
}

Result<ComparisonSide> sideOf(library::LibraryStore& store, library::ReportId report)
{
    FL_TRY(auto stored, store.report(report));
    const auto& record = stored.record;
    return ComparisonSide{.name =
                              record.part.empty() ? record.path : record.path + '/' + record.part,
                          .report = report,
                          .record = std::move(stored.record)};
}

Comparison comparisonOf(ComparisonSide before, ComparisonSide after)
{
    Comparison comparison{.before = std::move(before), .after = std::move(after)};
    const auto& a = comparison.before.record;
    const auto& b = comparison.after.record;
    comparison.facts = likeness::factsOfBoth(a, b);
    comparison.diff = likeness::diffRecords(a, b);
    comparison.likeness = likenessOf(a, b);
    comparison.equalModules = likeness::equalModules(a, b);
    return comparison;
}

} // namespace faultline::engine
