// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/variable.h"
#include "core/model/wait_graph.h"
#include "core/redact/field_class.h"

namespace faultline::redact {

template <>
inline constexpr auto kClasses<Variable> = classesOf<Variable>( //
    fact(&Variable::parent),
    fact(&Variable::name),
    fact(&Variable::type),
    fact(&Variable::role),
    fact(&Variable::state),
    fact(&Variable::kind),
    fact(&Variable::number),
    fact(&Variable::pointer),
    fact(&Variable::pointerSymbol),
    process(&Variable::text, "text"),
    fact(&Variable::address),
    fact(&Variable::sizeBytes),
    fact(&Variable::bitOffset),
    fact(&Variable::bitCount),
    fact(&Variable::partCount),
    fact(&Variable::declaredAtLine));

template <>
inline constexpr auto kClasses<FrameVariables> = classesOf<FrameVariables>( //
    fact(&FrameVariables::thread),
    fact(&FrameVariables::row),
    parts(&FrameVariables::variables, "variables"));

template <>
inline constexpr auto kClasses<ReportVariables> = classesOf<ReportVariables>( //
    fact(&ReportVariables::state),
    parts(&ReportVariables::frames, "frames"));

template <>
inline constexpr auto kClasses<WaitEvidence> = classesOf<WaitEvidence>( //
    fact(&WaitEvidence::address),
    fact(&WaitEvidence::value),
    fact(&WaitEvidence::sizeBytes),
    fact(&WaitEvidence::member),
    fact(&WaitEvidence::place));

template <>
inline constexpr auto kClasses<WaitObject> = classesOf<WaitObject>( //
    fact(&WaitObject::kind),
    fact(&WaitObject::address),
    fact(&WaitObject::handle),
    message(&WaitObject::name, "name"),
    fact(&WaitObject::ownerState),
    fact(&WaitObject::owner),
    fact(&WaitObject::ownerId),
    fact(&WaitObject::guessedOwner),
    parts(&WaitObject::evidence, ""));

template <>
inline constexpr auto kClasses<ThreadWait> = classesOf<ThreadWait>( //
    fact(&ThreadWait::thread),
    fact(&ThreadWait::state),
    fact(&ThreadWait::call),
    fact(&ThreadWait::object),
    fact(&ThreadWait::hasTimeLimit),
    parts(&ThreadWait::evidence, ""));

template <>
inline constexpr auto kClasses<WaitFinding> = classesOf<WaitFinding>( //
    fact(&WaitFinding::kind),
    fact(&WaitFinding::threads),
    fact(&WaitFinding::objects));

template <>
inline constexpr auto kClasses<WaitGraph> = classesOf<WaitGraph>( //
    fact(&WaitGraph::state),
    parts(&WaitGraph::threads, "threads"),
    parts(&WaitGraph::objects, "objects"),
    parts(&WaitGraph::findings, ""));

} // namespace faultline::redact
