// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"
#include "core/model/event.h"
#include "core/model/report.h"

namespace faultline::symbolicate {

/// A module as an object file made from the dump's memory, for core files: their vDSO has no file
/// and is dumped completely. Null when the memory does not hold the whole image, or holds it in
/// another form than its file.
object::ObjectPtr
imageInMemory(const Event& event, std::uint32_t module, const ParseLimits& limits);

/// How such an object appears among the places that were searched for a module.
Candidate
memoryCandidate(const EventModule& module, const object::Object& object, std::size_t sequence);

} // namespace faultline::symbolicate
