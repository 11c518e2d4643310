// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/codec/field_list.h"
#include "core/model/module_report.h"

namespace faultline::codec {

template <>
inline constexpr auto kLastEnumerator<ModuleIdentity> = ModuleIdentity::NameOnly;
template <>
inline constexpr auto kLastEnumerator<ObjectType> = ObjectType::Wasm;
template <>
inline constexpr auto kLastEnumerator<SourceServer> = SourceServer::Other;
template <>
inline constexpr auto kLastEnumerator<DownloadStatus> = DownloadStatus::Error;
template <>
inline constexpr auto kLastEnumerator<UseStatus> = UseStatus::Error;
template <>
inline constexpr auto kLastEnumerator<AnswerLayer> = AnswerLayer::Skipped;
template <>
inline constexpr auto kLastEnumerator<CandidateOrigin> = CandidateOrigin::Web;
template <>
inline constexpr auto kLastEnumerator<IdentityVerdict> = IdentityVerdict::WrongBuild;
template <>
inline constexpr auto kLastEnumerator<IdentityEvidence> = IdentityEvidence::Told;
template <>
inline constexpr auto kLastEnumerator<OutcomeKind> = OutcomeKind::Told;
template <>
inline constexpr auto kLastEnumerator<SkipReason> = SkipReason::Told;
template <>
inline constexpr auto kLastEnumerator<LookupPart> = LookupPart::DebugFile;
template <>
inline constexpr auto kLastEnumerator<ErrorKind> = ErrorKind::Conflict;
template <>
inline constexpr auto kLastEnumerator<ObjectFileStatus> = ObjectFileStatus::Other;

template <>
inline constexpr auto kFields<EventModule> = fieldsOf<EventModule>( //
    &EventModule::type,
    &EventModule::address,
    &EventModule::sizeBytes,
    &EventModule::zeroSizeGiven,
    &EventModule::codeId,
    &EventModule::debugId,
    &EventModule::codeFile,
    &EventModule::debugFile,
    &EventModule::debugChecksum,
    &EventModule::version,
    &EventModule::timestamp,
    &EventModule::checksum,
    &EventModule::unknownCodeView,
    &EventModule::fileId);

template <>
inline constexpr auto kFields<ObjectFeatures> = fieldsOf<ObjectFeatures>( //
    &ObjectFeatures::hasDebugInfo,
    &ObjectFeatures::hasUnwindInfo,
    &ObjectFeatures::hasSymbols,
    &ObjectFeatures::hasSources,
    &ObjectFeatures::sourceServer);

template <>
inline constexpr auto kFields<CandidateUse> = fieldsOf<CandidateUse>( //
    &CandidateUse::status,
    &CandidateUse::failure);

template <>
inline constexpr auto kFields<Error> = fieldsOf<Error>( //
    &Error::kind,
    &Error::detail,
    &Error::momentary);

template <>
inline constexpr auto kFields<Skip> = fieldsOf<Skip>( //
    &Skip::reason,
    &Skip::missing,
    &Skip::failure,
    &Skip::text);

template <>
inline constexpr auto kFields<BuildIdentity> = fieldsOf<BuildIdentity>( //
    &BuildIdentity::verdict,
    &BuildIdentity::evidence,
    &BuildIdentity::found,
    &BuildIdentity::expected);

template <>
inline constexpr auto kFields<Outcome> = fieldsOf<Outcome>( //
    &Outcome::kind,
    &Outcome::file,
    &Outcome::count,
    &Outcome::failure,
    &Outcome::skip);

template <>
inline constexpr auto kFields<Candidate> = fieldsOf<Candidate>( //
    &Candidate::source,
    &Candidate::location,
    &Candidate::origin,
    &Candidate::hasNoPlace,
    &Candidate::download,
    &Candidate::failure,
    &Candidate::features,
    &Candidate::unwind,
    &Candidate::debug,
    &Candidate::sequence,
    &Candidate::fileType,
    &Candidate::layer,
    &Candidate::httpStatus,
    &Candidate::attempts,
    &Candidate::failureExpiresInSeconds,
    &Candidate::sizeBytes,
    &Candidate::durationMs,
    &Candidate::identity,
    &Candidate::skips,
    &Candidate::outcome,
    &Candidate::isUnusedForUnwinding,
    &Candidate::foundDebugId,
    &Candidate::foundCodeId,
    &Candidate::failedAt,
    &Candidate::blockedUntil,
    &Candidate::isNameMap);

template <>
inline constexpr auto kFields<ModuleReport> = fieldsOf<ModuleReport>( //
    &ModuleReport::module,
    &ModuleReport::requestIndex,
    &ModuleReport::debugStatus,
    &ModuleReport::unwindStatus,
    &ModuleReport::debugDetails,
    &ModuleReport::unwindDetails,
    &ModuleReport::features,
    &ModuleReport::arch,
    &ModuleReport::candidates,
    &ModuleReport::frameCount,
    &ModuleReport::wrongBuild,
    &ModuleReport::pending,
    &ModuleReport::notes,
    &ModuleReport::identity);

} // namespace faultline::codec
