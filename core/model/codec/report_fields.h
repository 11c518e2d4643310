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

template <>
inline constexpr auto kLastEnumerator<ScriptProblemKind> = ScriptProblemKind::ScrapingDisabled;
template <>
inline constexpr auto kLastEnumerator<ScrapingStatus> = ScrapingStatus::Failure;
template <>
inline constexpr auto kLastEnumerator<ScrapingFailure> = ScrapingFailure::Other;
template <>
inline constexpr auto kLastEnumerator<JvmFileError::Kind> = JvmFileError::Kind::Invalid;
template <>
inline constexpr auto kLastEnumerator<JvmHiddenFrame::Reason> = JvmHiddenFrame::Reason::Synthesized;

template <>
inline constexpr auto kFields<ScriptProblem> = fieldsOf<ScriptProblem>( //
    &ScriptProblem::absPath,
    &ScriptProblem::kind,
    &ScriptProblem::line,
    &ScriptProblem::column,
    &ScriptProblem::source,
    &ScriptProblem::sourceMap);

template <>
inline constexpr auto kFields<ScrapingAttempt> = fieldsOf<ScrapingAttempt>( //
    &ScrapingAttempt::url,
    &ScrapingAttempt::status,
    &ScrapingAttempt::reason,
    &ScrapingAttempt::details);

template <>
inline constexpr auto kFields<ScriptResult> = fieldsOf<ScriptResult>( //
    &ScriptResult::problems,
    &ScriptResult::scrapingAttempts,
    &ScriptResult::rawStacks);

template <>
inline constexpr auto kFields<JvmFileError> = fieldsOf<JvmFileError>( //
    &JvmFileError::kind,
    &JvmFileError::detail);

template <>
inline constexpr auto kFields<JvmFile> = fieldsOf<JvmFile>( //
    &JvmFile::module,
    &JvmFile::candidates,
    &JvmFile::error);

template <>
inline constexpr auto kFields<JvmHiddenFrame> = fieldsOf<JvmHiddenFrame>( //
    &JvmHiddenFrame::stack,
    &JvmHiddenFrame::index,
    &JvmHiddenFrame::reason);

template <>
inline constexpr auto kFields<JvmResult> = fieldsOf<JvmResult>( //
    &JvmResult::exceptions,
    &JvmResult::classes,
    &JvmResult::messages,
    &JvmResult::files,
    &JvmResult::hidden);

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
    &Report::waits,
    &Report::script,
    &Report::jvm,
    &Report::signature);

} // namespace faultline::codec
