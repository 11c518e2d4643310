// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"
#include "core/redact/detail_classes.h"
#include "core/redact/event_classes.h"

namespace faultline::redact {

template <>
inline constexpr auto kClasses<MemoryAccess> = classesOf<MemoryAccess>( //
    fact(&MemoryAccess::address),
    fact(&MemoryAccess::sizeBytes),
    fact(&MemoryAccess::kind),
    fact(&MemoryAccess::isNullDereference),
    fact(&MemoryAccess::isGuardPage));

template <>
inline constexpr auto kClasses<InstructionTarget> = classesOf<InstructionTarget>( //
    fact(&InstructionTarget::state),
    fact(&InstructionTarget::address),
    fact(&InstructionTarget::isNull),
    fact(&InstructionTarget::isGuardPage));

template <>
inline constexpr auto kClasses<CrashInstruction> = classesOf<CrashInstruction>( //
    fact(&CrashInstruction::address),
    fact(&CrashInstruction::sizeBytes),
    fact(&CrashInstruction::text),
    fact(&CrashInstruction::fromFile),
    message(&CrashInstruction::codeNote, "code_note"),
    fact(&CrashInstruction::isDivision),
    fact(&CrashInstruction::isPrivileged),
    fact(&CrashInstruction::isControlFlow),
    fact(&CrashInstruction::isStringOperation),
    fact(&CrashInstruction::areAccessesCertain),
    fact(&CrashInstruction::onlyFaultsWhenNonCanonical),
    parts(&CrashInstruction::accesses, ""),
    parts(&CrashInstruction::target, ""),
    fact(&CrashInstruction::registers));

template <>
inline constexpr auto kClasses<AdjustedAddress> = classesOf<AdjustedAddress>( //
    fact(&AdjustedAddress::kind),
    fact(&AdjustedAddress::value));

template <>
inline constexpr auto kClasses<PossibleBitFlip> = classesOf<PossibleBitFlip>( //
    fact(&PossibleBitFlip::address),
    fact(&PossibleBitFlip::sourceRegister),
    fact(&PossibleBitFlip::wasNonCanonical),
    fact(&PossibleBitFlip::isNull),
    fact(&PossibleBitFlip::wasLow),
    fact(&PossibleBitFlip::nearbyRegisters),
    fact(&PossibleBitFlip::poisonRegisters),
    fact(&PossibleBitFlip::confidence));

template <>
inline constexpr auto kClasses<CrashAnalysis> = classesOf<CrashAnalysis>( //
    parts(&CrashAnalysis::instruction, ""),
    message(&CrashAnalysis::instructionProblem, "instruction_problem"),
    parts(&CrashAnalysis::adjustedAddress, ""),
    fact(&CrashAnalysis::isGuardPageHit),
    parts(&CrashAnalysis::bitFlips, ""),
    fact(&CrashAnalysis::inconsistencies),
    fact(&CrashAnalysis::exploitability),
    message(&CrashAnalysis::exploitabilityReasons, "exploitability_reasons"));

template <>
inline constexpr auto kClasses<ScriptProblem> = classesOf<ScriptProblem>( //
    path(&ScriptProblem::absPath, "abs_path"),
    fact(&ScriptProblem::kind),
    fact(&ScriptProblem::line),
    fact(&ScriptProblem::column),
    place(&ScriptProblem::source, "source"),
    place(&ScriptProblem::sourceMap, "sourcemap"));

template <>
inline constexpr auto kClasses<ScrapingAttempt> = classesOf<ScrapingAttempt>( //
    place(&ScrapingAttempt::url, "url"),
    fact(&ScrapingAttempt::status),
    fact(&ScrapingAttempt::reason),
    message(&ScrapingAttempt::details, "details"));

template <>
inline constexpr auto kClasses<ScriptResult> = classesOf<ScriptResult>( //
    parts(&ScriptResult::problems, "problems"),
    parts(&ScriptResult::scrapingAttempts, "scraping_attempts"),
    parts(&ScriptResult::rawStacks, "stacktraces"));

template <>
inline constexpr auto kClasses<JvmFileError> = classesOf<JvmFileError>( //
    fact(&JvmFileError::kind),
    message(&JvmFileError::detail, "details"));

template <>
inline constexpr auto kClasses<JvmFile> = classesOf<JvmFile>( //
    parts(&JvmFile::module, ""),
    parts(&JvmFile::candidates, "candidates"),
    parts(&JvmFile::error, ""));

template <>
inline constexpr auto kClasses<JvmHiddenFrame> = classesOf<JvmHiddenFrame>( //
    fact(&JvmHiddenFrame::stack),
    fact(&JvmHiddenFrame::index),
    fact(&JvmHiddenFrame::reason));

template <>
inline constexpr auto kClasses<JvmResult> = classesOf<JvmResult>( //
    parts(&JvmResult::exceptions, ""),
    fact(&JvmResult::classes),
    message(&JvmResult::messages, "message"),
    parts(&JvmResult::files, "files"),
    parts(&JvmResult::hidden, ""));

template <>
inline constexpr auto kClasses<Report> = classesOf<Report>( //
    parts(&Report::event, ""),
    parts(&Report::stacks, "stacktraces"),
    parts(&Report::modules, "modules"),
    parts(&Report::diagnostics, "faultline.diagnostics"),
    parts(&Report::analysis, "faultline.analysis"),
    fact(&Report::crashedFunction),
    fact(&Report::complete),
    fact(&Report::sourceCount),
    fact(&Report::isOffline),
    parts(&Report::samples, "faultline.samples"),
    parts(&Report::variables, "faultline.variables"),
    parts(&Report::waits, "faultline.waits"),
    parts(&Report::script, "faultline.script"),
    parts(&Report::jvm, "faultline.jvm"),
    message(&Report::signature, "faultline.insight.signature"));

} // namespace faultline::redact
