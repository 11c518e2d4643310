// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/codec/detail_fields.h"
#include "core/model/codec/event_fields.h"
#include "core/model/report.h"

namespace faultline::codec {

template <>
inline constexpr auto kLastEnumerator<InstructionTarget::State> = InstructionTarget::State::Known;
template <>
inline constexpr auto kLastEnumerator<AdjustedAddress::Kind> = AdjustedAddress::Kind::NullPointer;
template <>
inline constexpr auto kLastEnumerator<CrashInconsistency> =
    CrashInconsistency::ViolationWhereAccessIsAllowed;
template <>
inline constexpr auto kLastEnumerator<Exploitability> = Exploitability::High;

template <>
inline constexpr auto kFields<MemoryAccess> = fieldsOf<MemoryAccess>( //
    &MemoryAccess::address,
    &MemoryAccess::sizeBytes,
    &MemoryAccess::kind,
    &MemoryAccess::isNullDereference,
    &MemoryAccess::isGuardPage);

template <>
inline constexpr auto kFields<InstructionTarget> = fieldsOf<InstructionTarget>( //
    &InstructionTarget::state,
    &InstructionTarget::address,
    &InstructionTarget::isNull,
    &InstructionTarget::isGuardPage);

template <>
inline constexpr auto kFields<CrashInstruction> = fieldsOf<CrashInstruction>( //
    &CrashInstruction::address,
    &CrashInstruction::sizeBytes,
    &CrashInstruction::text,
    &CrashInstruction::fromFile,
    &CrashInstruction::codeNote,
    &CrashInstruction::isDivision,
    &CrashInstruction::isPrivileged,
    &CrashInstruction::isControlFlow,
    &CrashInstruction::isStringOperation,
    &CrashInstruction::areAccessesCertain,
    &CrashInstruction::onlyFaultsWhenNonCanonical,
    &CrashInstruction::accesses,
    &CrashInstruction::target,
    &CrashInstruction::registers);

template <>
inline constexpr auto kFields<AdjustedAddress> = fieldsOf<AdjustedAddress>( //
    &AdjustedAddress::kind,
    &AdjustedAddress::value);

template <>
inline constexpr auto kFields<PossibleBitFlip> = fieldsOf<PossibleBitFlip>( //
    &PossibleBitFlip::address,
    &PossibleBitFlip::sourceRegister,
    &PossibleBitFlip::wasNonCanonical,
    &PossibleBitFlip::isNull,
    &PossibleBitFlip::wasLow,
    &PossibleBitFlip::nearbyRegisters,
    &PossibleBitFlip::poisonRegisters,
    &PossibleBitFlip::confidence);

template <>
inline constexpr auto kFields<CrashAnalysis> = fieldsOf<CrashAnalysis>( //
    &CrashAnalysis::instruction,
    &CrashAnalysis::instructionProblem,
    &CrashAnalysis::adjustedAddress,
    &CrashAnalysis::isGuardPageHit,
    &CrashAnalysis::bitFlips,
    &CrashAnalysis::inconsistencies,
    &CrashAnalysis::exploitability,
    &CrashAnalysis::exploitabilityReasons);

/// Each of the first three fills a section of its own; the others share the summary.
template <>
inline constexpr auto kFields<Report> = fieldsOf<Report>( //
    &Report::event,
    &Report::stacks,
    &Report::modules,
    &Report::diagnostics,
    &Report::analysis,
    &Report::crashedFunction,
    &Report::complete,
    &Report::sourceCount,
    &Report::isOffline,
    &Report::samples,
    &Report::variables,
    &Report::waits);

} // namespace faultline::codec
