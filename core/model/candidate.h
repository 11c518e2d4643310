// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/debug_id.h"
#include "core/model/object_features.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline {

enum class DownloadStatus : std::uint8_t { Ok, Malformed, NoPermission, NotFound, Error };
enum class UseStatus : std::uint8_t { Ok, Malformed, Error };

std::string_view downloadStatusName(DownloadStatus status);
std::string_view useStatusName(UseStatus status);

/// Where the answer for a candidate came from.
enum class AnswerLayer : std::uint8_t {
    None,
    Memory,
    Disk,
    NegativeCache,
    Shared,
    Network,
    FileSystem,
    Skipped
};

std::string_view answerLayerName(AnswerLayer layer);

/// One place where a module's file was searched (docs/spec/native.md §6.7). It holds the API's
/// fields and our own trace.
struct Candidate
{
    std::string source;   ///< Source id.
    std::string location; ///< URI, or "No object files listed on this source".
    DownloadStatus download = DownloadStatus::NotFound;
    std::string downloadDetails; ///< For NoPermission and Error.
    ObjectFeatures features;     ///< For Ok.

    struct Use
    {
        UseStatus status = UseStatus::Ok;
        std::string details; ///< For Error.
    };

    std::optional<Use> unwind;
    std::optional<Use> debug;

    // Fields of our own, never in the compatible part of an answer.
    std::uint32_t sequence = 0; ///< Order of trial within the module.
    std::string fileType;       ///< "elf_debug", …
    AnswerLayer layer = AnswerLayer::None;
    std::optional<std::uint32_t> httpStatus;
    std::uint32_t attempts = 0; ///< Requests that were made for it just now.
    /// How long a remembered failure counts. Absent for answers that were found out just now, and
    /// for failures that are remembered until the process ends.
    std::optional<std::uint64_t> failureExpiresInSeconds;
    std::uint64_t sizeBytes = 0;
    std::uint32_t durationMs = 0;
    std::string identityNote; ///< "wrong build: found debug id …"; empty when the ids match or were
                              ///< not compared.
    std::string skipReason;   ///< Why a source had no place to search ("not in folder").
    std::string useNote;      ///< Why a found file is used or not, when the ids do not tell.
    DebugId foundDebugId;     ///< For Ok; nil when the file has none.
    CodeId foundCodeId;
    std::optional<std::int64_t> failedAt; ///< Unix seconds of a remembered failure.
    std::optional<std::int64_t>
        blockedUntil; ///< Unix seconds; its host fails too often to be asked.
    /// It would only change names or lines of another file. The compatible part of an answer leaves
    /// it out (docs/spec/native.md §6.7).
    bool isNameMap = false;
};

} // namespace faultline
