#pragma once

#include "core/formats/debug/object/object.h"
#include "core/model/event.h"
#include "core/model/report.h"

namespace faultline::symbolicate {

/// A module as an object file made of the dump's own memory: of core files, whose vDSO has no file
/// and is dumped whole. Null where the memory does not hold all of the image, or not as its file
/// would.
object::ObjectPtr
imageInMemory(const Event& event, std::uint32_t module, const ParseLimits& limits);

/// How such an object shows among the places where a module was looked for.
Candidate
memoryCandidate(const EventModule& module, const object::Object& object, std::size_t sequence);

} // namespace faultline::symbolicate
