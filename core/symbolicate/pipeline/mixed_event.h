// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/run/symbolication.h"

#include <cstddef>
#include <vector>

namespace faultline::symbolicate {

/// An event in one language for each language of an event with parts: first that of Event::detail,
/// then those of Event::parts. Each has all threads, with the frames of its language.
std::vector<EventPtr> eventsByLanguage(const Event& event);

/// The options for one of these events, whose first module has a number in the whole.
SymbolicateOptions optionsOfPart(const SymbolicateOptions& options, std::size_t firstModule);

/// Joins the results on these events, in their order, to one on the whole event.
SymbolicationResult joinedResult(const EventPtr& event, std::vector<SymbolicationResult> parts);

} // namespace faultline::symbolicate
