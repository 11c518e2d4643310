// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/cause.h"
#include "core/insight/why.h"
#include "core/insight/why_sentence.h"

#include <string>
#include <vector>

namespace faultline::report {

/// The English text of core/insight's conclusions. Control characters of the crash file are
/// escaped.

/// "Write near null (+0x10) in scene::Node::bounds()"; empty while nothing is known.
std::string causeWords(const insight::Cause& cause);

/// "No debug file for libscene.so": the finding's headline. `module` is the module's name.
std::string whyHeadline(insight::WhyCode code, std::string_view module);

/// The sentences after the headline. The one on another build has its evidence in English, as the
/// window shows it too.
std::vector<insight::WhyPhrase> phrasesWithWords(const insight::Why& why);

std::string phraseWords(const insight::WhyPhrase& phrase);

/// All of them in one text; may be empty.
std::string whyExplanation(const insight::Why& why);

/// "locate the file, add a source or retry"; empty when there is nothing to do.
std::string remedyWords(std::span<const insight::Remedy> remedies);

} // namespace faultline::report
