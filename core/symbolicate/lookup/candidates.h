#pragma once

#include "core/base/error.h"
#include "core/model/report.h"

#include <vector>

namespace faultline::symbolicate {

inline constexpr std::string_view kNoObjectFilesListed = "No object files listed on this source";

/// How an error shows as a candidate's download (docs/spec/sources-and-caches.md §4.4).
void setDownloadError(Candidate& candidate, const Error& error);

/// How the outcome of deriving from the *selected* candidate shows: absent when its download status
/// already says it.
std::optional<Candidate::Use> useOfSelected(const std::optional<Error>& error,
                                            bool candidateItselfFailed);

/// A module's status from the outcome of its look-up.
ObjectFileStatus statusOfError(const Error& error);

/// All candidates of one module, merged over purposes: unique by (source, location), sorted by that
/// pair; a later download replaces an earlier one, unwind and debug only when present
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
