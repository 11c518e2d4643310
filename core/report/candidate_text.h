// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/module_report.h"

#include <string>
#include <vector>

namespace faultline::report {

// English words for what became of a search. Nothing else makes them; the window has its own table
// (ui/bridge/candidate_words.h). Texts from files and servers are not escaped here.

/// The place; the API's words for a source without any.
std::string locationWords(const Candidate& candidate);

/// Why the download failed: `download.details` of the API. Empty when nothing did.
std::string failureWords(const Candidate& candidate);

/// Why a file could not be used: `details` of the API.
std::string useFailureWords(const CandidateUse& use);

/// "wrong build: debug id … instead of …"; empty unless a file of another build was found.
std::string identityWords(const BuildIdentity& identity);

/// The same of a module whose symbols are of another build.
std::string wrongBuildWords(const BuildIdentity& identity);

/// Why a place was not asked; empty when it was.
std::string skipWords(const Skip& skip);

/// All reasons, separated by commas.
std::string skipWords(const Candidate& candidate);

/// Why a found file is used or not, when the ids do not tell; may be empty.
std::string useWords(const Candidate& candidate);

/// What became of a file of a script or of a mapping: "found", "not listed", …
std::string outcomeWords(const Outcome& outcome);

/// What there is to say about a module's files, the other build first.
std::vector<std::string> moduleNotes(const ModuleReport& report);

} // namespace faultline::report
