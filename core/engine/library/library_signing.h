// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/library_store.h"
#include "core/signature/signature.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace faultline::engine {

/// Reports of one group that get one signature.
struct GroupMove
{
    library::GroupId group = 0;
    std::string before; ///< The signature of the group.
    std::string after;
    std::uint64_t reports = 0;
};

/// What new signatures would do to the groups.
struct SignPreview
{
    std::uint64_t moved = 0;  ///< Reports whose signature becomes another one.
    std::uint64_t same = 0;   ///< Reports whose signature stays.
    std::uint64_t kept = 0;   ///< Reports that cannot be signed: only their row can be read.
    std::uint64_t splits = 0; ///< Groups whose reports get several signatures.
    std::uint64_t merges = 0; ///< Signatures that reports of several groups get.
    /// The moves of the groups that change or that others join, sorted by group. The parts that
    /// stay are listed too. At most 500.
    std::vector<GroupMove> moves{};
};

/// Signs all reports of a library by other rules without changing it, some at a time, so that
/// others can work with the store in between.
class Signing
{
public:
    /// Called for a stored report that cannot be read; it keeps its signature.
    using Complain = std::function<void(library::ReportId, const Error&)>;

    /// The store must outlive the signing.
    Signing(library::LibraryStore& store,
            signature::SignatureRulesPtr rules,
            signature::Mode mode,
            Complain complain);

    /// Signs the next reports, at most 100. Returns whether there are more. Errors: those of the
    /// store, and Malformed for a list of reports that is damaged.
    Result<bool> step();
    /// How many reports were looked at.
    std::uint64_t checked() const;

    /// After the last step.
    SignPreview preview() const;

    /// The first report that gets another signature.
    std::optional<library::ReportId> firstMoved() const { return m_firstMoved; }

    /// The new signatures of all reports that can be signed, for LibraryStore::resign().
    const std::vector<library::Resigned>& signatures() const { return m_signatures; }

private:
    Result<void> sign(const library::ReportSummary& row);
    void keep(const library::ReportSummary& row);
    void note(const library::ReportSummary& row, const std::string& text);
    bool isConcerned(library::GroupId group) const;

    library::LibraryStore& m_store;
    signature::SignatureRulesPtr m_rules;
    signature::Mode m_mode;
    Complain m_complain;
    library::ReportId m_last = 0;
    std::optional<library::ReportId> m_firstMoved;
    SignPreview m_counts;
    std::vector<library::Resigned> m_signatures;
    std::map<library::GroupId, std::string> m_groups;
    std::map<library::GroupId, std::map<std::string, std::uint64_t>> m_ofGroup;
    std::map<std::string, std::set<library::GroupId>> m_ofSignature;
};

} // namespace faultline::engine
