// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/codec/field_list.h"
#include "core/model/variable.h"
#include "core/model/wait_graph.h"

namespace faultline::codec {

template <>
inline constexpr auto kLastEnumerator<DetailState> = DetailState::Running;
template <>
inline constexpr auto kLastEnumerator<VariableRole> = VariableRole::Expression;
template <>
inline constexpr auto kLastEnumerator<ValueState> = ValueState::NoSuchElement;
template <>
inline constexpr auto kLastEnumerator<ValueKind> = ValueKind::Summary;
template <>
inline constexpr auto kLastEnumerator<WaitState> = WaitState::InSystem;
template <>
inline constexpr auto kLastEnumerator<WaitObjectKind> = WaitObjectKind::Process;
template <>
inline constexpr auto kLastEnumerator<OwnerState> = OwnerState::Damaged;
template <>
inline constexpr auto kLastEnumerator<EvidencePlace> = EvidencePlace::HandleList;
template <>
inline constexpr auto kLastEnumerator<WaitFindingKind> = WaitFindingKind::HolderWaitsOutside;

template <>
inline constexpr auto kFields<Variable> = fieldsOf<Variable>( //
    &Variable::parent,
    &Variable::name,
    &Variable::type,
    &Variable::role,
    &Variable::state,
    &Variable::kind,
    &Variable::number,
    &Variable::pointer,
    &Variable::pointerSymbol,
    &Variable::text,
    &Variable::address,
    &Variable::sizeBytes,
    &Variable::bitOffset,
    &Variable::bitCount,
    &Variable::partCount,
    &Variable::declaredAtLine);

template <>
inline constexpr auto kFields<FrameVariables> = fieldsOf<FrameVariables>( //
    &FrameVariables::thread,
    &FrameVariables::row,
    &FrameVariables::variables);

template <>
inline constexpr auto kFields<ReportVariables> = fieldsOf<ReportVariables>( //
    &ReportVariables::state,
    &ReportVariables::frames);

template <>
inline constexpr auto kFields<WaitEvidence> = fieldsOf<WaitEvidence>( //
    &WaitEvidence::address,
    &WaitEvidence::value,
    &WaitEvidence::sizeBytes,
    &WaitEvidence::member,
    &WaitEvidence::place);

template <>
inline constexpr auto kFields<WaitObject> = fieldsOf<WaitObject>( //
    &WaitObject::kind,
    &WaitObject::address,
    &WaitObject::handle,
    &WaitObject::name,
    &WaitObject::ownerState,
    &WaitObject::owner,
    &WaitObject::ownerId,
    &WaitObject::guessedOwner,
    &WaitObject::evidence);

template <>
inline constexpr auto kFields<ThreadWait> = fieldsOf<ThreadWait>( //
    &ThreadWait::thread,
    &ThreadWait::state,
    &ThreadWait::call,
    &ThreadWait::object,
    &ThreadWait::hasTimeLimit,
    &ThreadWait::evidence);

template <>
inline constexpr auto kFields<WaitFinding> = fieldsOf<WaitFinding>( //
    &WaitFinding::kind,
    &WaitFinding::threads,
    &WaitFinding::objects);

template <>
inline constexpr auto kFields<WaitGraph> = fieldsOf<WaitGraph>( //
    &WaitGraph::state,
    &WaitGraph::threads,
    &WaitGraph::objects,
    &WaitGraph::findings);

} // namespace faultline::codec
