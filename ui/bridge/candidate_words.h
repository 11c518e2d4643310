// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/report_text.h"

#include <QString>

namespace faultline::ui {

// What became of the search for a file, in the language of the window. In English these are the
// words of core/report/candidate_text.h.

/// The source, or the name of a place that no configuration lists.
QString candidateSource(const Candidate& candidate);

QString candidateLocation(const Candidate& candidate);

/// Empty unless a file of another build was found.
QString identityWords(const BuildIdentity& identity);

QString skipWords(const Skip& skip);

/// All reasons why a place was not asked, separated by commas.
QString skipWords(const Candidate& candidate);

} // namespace faultline::ui
