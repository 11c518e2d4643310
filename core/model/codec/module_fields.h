// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/codec/field_list.h"
#include "core/model/module_report.h"

namespace faultline::codec {

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
inline constexpr auto kFields<Candidate::Use> = fieldsOf<Candidate::Use>( //
    &Candidate::Use::status,
    &Candidate::Use::details);

template <>
inline constexpr auto kFields<Candidate> = fieldsOf<Candidate>( //
    &Candidate::source,
    &Candidate::location,
    &Candidate::download,
    &Candidate::downloadDetails,
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
    &Candidate::identityNote,
    &Candidate::skipReason,
    &Candidate::useNote,
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
    &ModuleReport::notes);

} // namespace faultline::codec
