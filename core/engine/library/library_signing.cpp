// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/library/library_signing.h"

#include "core/library/report_payload.h"

#include <algorithm>
#include <utility>

namespace faultline::engine {

namespace {

constexpr std::uint64_t kReportsAtOnce = 100;
constexpr std::size_t kMostMoves = 500;

/// The reports after `last`, by their ids: reports that others add or remove meanwhile move no row.
library::Query queryAfter(library::ReportId last)
{
    library::Query query;
    query.terms.push_back({.field = library::QueryField::Id,
                           .comparison = library::QueryOperator::Greater,
                           .value = {},
                           .number = last,
                           .last = last});
    return query;
}

} // namespace

Signing::Signing(library::LibraryStore& store,
                 signature::SignatureRulesPtr rules,
                 signature::Mode mode,
                 Complain complain)
    : m_store(store), m_rules(std::move(rules)), m_mode(mode), m_complain(std::move(complain))
{
}

std::uint64_t Signing::checked() const
{
    return m_counts.moved + m_counts.same + m_counts.kept;
}

Result<bool> Signing::step()
{
    FL_TRY(const auto page,
           m_store.search(queryAfter(m_last), {library::QueryField::Id, false}, 0, kReportsAtOnce));
    if (page.damage)
        return fail(ErrorKind::Malformed, *page.damage);
    for (const auto& row : page.rows) {
        FL_CHECK(sign(row));
        m_last = row.id;
    }
    return page.rows.size() == kReportsAtOnce;
}

Result<void> Signing::sign(const library::ReportSummary& row)
{
    FL_TRY(const auto payload, m_store.payload(row.id));
    if (payload.empty()) {
        keep(row);
        return {};
    }
    const auto report = library::unpackReport(payload, {}, {});
    if (!report) {
        m_complain(row.id, report.error());
        keep(row);
        return {};
    }
    auto signature = signature::signatureOf(*report, *m_rules, m_mode);
    note(row, signature.text);
    if (signature.text == row.signature) {
        ++m_counts.same;
    } else {
        ++m_counts.moved;
        m_firstMoved = m_firstMoved.value_or(row.id);
    }
    m_signatures.push_back({.id = row.id,
                            .signature = std::move(signature.text),
                            .protoSignature = library::storedText(signature.proto),
                            .mode = signature.mode,
                            .algorithm = signature.algorithm,
                            .rulesHash = std::move(signature.rulesHash)});
    return {};
}

void Signing::keep(const library::ReportSummary& row)
{
    ++m_counts.kept;
    note(row, row.signature);
}

void Signing::note(const library::ReportSummary& row, const std::string& text)
{
    m_groups.try_emplace(row.group, row.signature);
    ++m_ofGroup[row.group][text];
    m_ofSignature[text].insert(row.group);
}

/// Does the group get another signature, several ones, or reports of other groups?
bool Signing::isConcerned(library::GroupId group) const
{
    const auto& parts = m_ofGroup.at(group);
    if (parts.size() > 1 || parts.begin()->first != m_groups.at(group))
        return true;
    return m_ofSignature.at(parts.begin()->first).size() > 1;
}

SignPreview Signing::preview() const
{
    auto preview = m_counts;
    preview.splits = static_cast<std::uint64_t>(std::ranges::count_if(
        m_ofGroup, [](const auto& entry) { return entry.second.size() > 1; }));
    preview.merges = static_cast<std::uint64_t>(std::ranges::count_if(
        m_ofSignature, [](const auto& entry) { return entry.second.size() > 1; }));
    for (const auto& [group, parts] : m_ofGroup) {
        if (!isConcerned(group))
            continue;
        for (const auto& [text, reports] : parts) {
            if (preview.moves.size() == kMostMoves)
                return preview;
            preview.moves.push_back(
                {.group = group, .before = m_groups.at(group), .after = text, .reports = reports});
        }
    }
    return preview;
}

} // namespace faultline::engine
