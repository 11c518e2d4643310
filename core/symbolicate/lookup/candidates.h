// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/cache/cache_answer.h"
#include "core/model/report.h"
#include "core/sources/remote_file.h"

#include <chrono>
#include <optional>
#include <vector>

namespace faultline::symbolicate {

/// Returns the layer of what was read, or the layer of the file if it was read just now.
AnswerLayer layerOf(const cache::CacheTrace& trace, const sources::RemoteFile& file);

/// Records how the answer came about: HTTP status, attempts, duration, and until when a failure is
/// remembered.
void setTrace(Candidate& candidate, const cache::CacheTrace& trace);

/// Returns what kind of place a source is.
CandidateOrigin candidateOrigin(const sources::SourceConfig& source);

/// Records an error as the candidate's download status (docs/spec/sources-and-caches.md §4.4).
void setDownloadError(Candidate& candidate, const Error& error);

/// Records what became of a file of a script or of a mapping: its download's status and what that
/// leaves open.
void setOutcome(Candidate& candidate, const Outcome& outcome);

/// The outcome of using the *selected* candidate, for the report. Absent when its download status
/// already says it.
std::optional<CandidateUse> useOfSelected(const std::optional<Error>& error,
                                          bool candidateItselfFailed);

/// A module's status for the outcome of its look-up.
ObjectFileStatus statusOfError(const Error& error);

/// All candidates of one module, merged over purposes: unique by (source, location) and sorted by
/// that pair. A later download replaces an earlier one; unwind and debug only when present
/// (docs/spec/native.md §6.7).
class CandidateList
{
public:
    void merge(std::vector<Candidate> more);

    const std::vector<Candidate>& sorted() const { return m_candidates; }

private:
    std::vector<Candidate> m_candidates;
};

} // namespace faultline::symbolicate
