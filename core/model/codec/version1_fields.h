// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/codec/module_fields.h"

namespace faultline::codec {

// What version 1 of the format wrote of modules: texts where version 2 has kinds and values.

struct UseOfVersion1
{
    UseStatus status = UseStatus::Ok;
    std::string details;
};

struct CandidateOfVersion1
{
    std::string source;
    std::string location;
    DownloadStatus download = DownloadStatus::NotFound;
    std::string downloadDetails;
    ObjectFeatures features;
    std::optional<UseOfVersion1> unwind;
    std::optional<UseOfVersion1> debug;
    std::uint32_t sequence = 0;
    std::string fileType;
    AnswerLayer layer = AnswerLayer::None;
    std::optional<std::uint32_t> httpStatus;
    std::uint32_t attempts = 0;
    std::optional<std::uint64_t> failureExpiresInSeconds;
    std::uint64_t sizeBytes = 0;
    std::uint32_t durationMs = 0;
    std::string identityNote;
    std::string skipReason;
    std::string useNote;
    DebugId foundDebugId;
    CodeId foundCodeId;
    std::optional<std::int64_t> failedAt;
    std::optional<std::int64_t> blockedUntil;
    bool isNameMap = false;
};

struct ModuleReportOfVersion1
{
    EventModule module;
    std::uint32_t requestIndex = 0;
    ObjectFileStatus debugStatus = ObjectFileStatus::Unused;
    std::optional<ObjectFileStatus> unwindStatus;
    std::string debugDetails;
    std::string unwindDetails;
    ObjectFeatures features;
    Arch arch = Arch::Unknown;
    std::vector<CandidateOfVersion1> candidates;
    std::uint32_t frameCount = 0;
    std::string wrongBuild;
    bool pending = false;
    std::vector<std::string> notes;
};

/// The same report in kinds and values. A text that does not tell a kind stays as it is.
ModuleReport upgraded(ModuleReportOfVersion1 former);

template <>
inline constexpr auto kFields<UseOfVersion1> = fieldsOf<UseOfVersion1>( //
    &UseOfVersion1::status,
    &UseOfVersion1::details);

template <>
inline constexpr auto kFields<CandidateOfVersion1> = fieldsOf<CandidateOfVersion1>( //
    &CandidateOfVersion1::source,
    &CandidateOfVersion1::location,
    &CandidateOfVersion1::download,
    &CandidateOfVersion1::downloadDetails,
    &CandidateOfVersion1::features,
    &CandidateOfVersion1::unwind,
    &CandidateOfVersion1::debug,
    &CandidateOfVersion1::sequence,
    &CandidateOfVersion1::fileType,
    &CandidateOfVersion1::layer,
    &CandidateOfVersion1::httpStatus,
    &CandidateOfVersion1::attempts,
    &CandidateOfVersion1::failureExpiresInSeconds,
    &CandidateOfVersion1::sizeBytes,
    &CandidateOfVersion1::durationMs,
    &CandidateOfVersion1::identityNote,
    &CandidateOfVersion1::skipReason,
    &CandidateOfVersion1::useNote,
    &CandidateOfVersion1::foundDebugId,
    &CandidateOfVersion1::foundCodeId,
    &CandidateOfVersion1::failedAt,
    &CandidateOfVersion1::blockedUntil,
    &CandidateOfVersion1::isNameMap);

template <>
inline constexpr auto kFields<ModuleReportOfVersion1> = fieldsOf<ModuleReportOfVersion1>( //
    &ModuleReportOfVersion1::module,
    &ModuleReportOfVersion1::requestIndex,
    &ModuleReportOfVersion1::debugStatus,
    &ModuleReportOfVersion1::unwindStatus,
    &ModuleReportOfVersion1::debugDetails,
    &ModuleReportOfVersion1::unwindDetails,
    &ModuleReportOfVersion1::features,
    &ModuleReportOfVersion1::arch,
    &ModuleReportOfVersion1::candidates,
    &ModuleReportOfVersion1::frameCount,
    &ModuleReportOfVersion1::wrongBuild,
    &ModuleReportOfVersion1::pending,
    &ModuleReportOfVersion1::notes);

} // namespace faultline::codec
