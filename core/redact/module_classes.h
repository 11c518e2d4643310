// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/module_report.h"
#include "core/redact/field_class.h"

namespace faultline::redact {

template <>
inline constexpr auto kClasses<EventModule> = classesOf<EventModule>( //
    fact(&EventModule::type),
    fact(&EventModule::address),
    fact(&EventModule::sizeBytes),
    fact(&EventModule::zeroSizeGiven),
    fact(&EventModule::codeId),
    fact(&EventModule::debugId),
    path(&EventModule::codeFile, "code_file"),
    path(&EventModule::debugFile, "debug_file"),
    fact(&EventModule::debugChecksum),
    fact(&EventModule::fileId),
    fact(&EventModule::version),
    fact(&EventModule::timestamp),
    fact(&EventModule::checksum),
    rawBytes(&EventModule::unknownCodeView, "faultline.unknown_codeview"));

template <>
inline constexpr auto kClasses<ObjectFeatures> = classesOf<ObjectFeatures>( //
    fact(&ObjectFeatures::hasDebugInfo),
    fact(&ObjectFeatures::hasUnwindInfo),
    fact(&ObjectFeatures::hasSymbols),
    fact(&ObjectFeatures::hasSources),
    fact(&ObjectFeatures::sourceServer));

template <>
inline constexpr auto kClasses<Error> = classesOf<Error>( //
    fact(&Error::kind),
    message(&Error::detail, "details"),
    fact(&Error::momentary));

template <>
inline constexpr auto kClasses<Skip> = classesOf<Skip>( //
    fact(&Skip::reason),
    fact(&Skip::missing),
    parts(&Skip::failure, ""),
    message(&Skip::text, "skipped"));

template <>
inline constexpr auto kClasses<BuildIdentity> = classesOf<BuildIdentity>( //
    fact(&BuildIdentity::verdict),
    fact(&BuildIdentity::evidence),
    message(&BuildIdentity::found, "identity"),
    message(&BuildIdentity::expected, "identity"));

template <>
inline constexpr auto kClasses<Outcome> = classesOf<Outcome>( //
    fact(&Outcome::kind),
    message(&Outcome::file, "use"),
    fact(&Outcome::count),
    parts(&Outcome::failure, ""),
    parts(&Outcome::skip, ""));

template <>
inline constexpr auto kClasses<CandidateUse> = classesOf<CandidateUse>( //
    fact(&CandidateUse::status),
    parts(&CandidateUse::failure, ""));

template <>
inline constexpr auto kClasses<Candidate> = classesOf<Candidate>( //
    place(&Candidate::source, "source"),
    place(&Candidate::location, "location"),
    fact(&Candidate::origin),
    fact(&Candidate::hasNoPlace),
    fact(&Candidate::download),
    parts(&Candidate::failure, "download"),
    parts(&Candidate::features, ""),
    parts(&Candidate::unwind, "unwind"),
    parts(&Candidate::debug, "debug"),
    fact(&Candidate::sequence),
    fact(&Candidate::fileType),
    fact(&Candidate::layer),
    fact(&Candidate::httpStatus),
    fact(&Candidate::attempts),
    fact(&Candidate::failureExpiresInSeconds),
    fact(&Candidate::sizeBytes),
    fact(&Candidate::durationMs),
    parts(&Candidate::identity, "faultline"),
    parts(&Candidate::skips, "faultline"),
    parts(&Candidate::outcome, "faultline"),
    fact(&Candidate::isUnusedForUnwinding),
    fact(&Candidate::foundDebugId),
    fact(&Candidate::foundCodeId),
    fact(&Candidate::failedAt),
    fact(&Candidate::blockedUntil),
    fact(&Candidate::isNameMap));

template <>
inline constexpr auto kClasses<ModuleReport> = classesOf<ModuleReport>( //
    parts(&ModuleReport::module, ""),
    fact(&ModuleReport::requestIndex),
    fact(&ModuleReport::debugStatus),
    fact(&ModuleReport::unwindStatus),
    message(&ModuleReport::debugDetails, "faultline.debug_details"),
    message(&ModuleReport::unwindDetails, "faultline.unwind_details"),
    parts(&ModuleReport::features, ""),
    fact(&ModuleReport::arch),
    parts(&ModuleReport::candidates, "candidates"),
    fact(&ModuleReport::frameCount),
    parts(&ModuleReport::wrongBuild, "faultline.wrong_build"),
    fact(&ModuleReport::pending),
    message(&ModuleReport::notes, "faultline.notes"),
    fact(&ModuleReport::identity));

} // namespace faultline::redact
