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

/// One place where a module's file was looked for (docs/spec/native.md §6.7), with our own trace
/// beside the API's fields.
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

    // Ours: never in the compatible part of an answer.
    std::uint32_t sequence = 0; ///< Order of trial within the module.
    std::string fileType;       ///< "elf_debug", …
    AnswerLayer layer = AnswerLayer::None;
    std::optional<std::uint32_t> httpStatus;
    std::uint64_t sizeBytes = 0;
    std::uint32_t durationMs = 0;
    std::string
        identityNote; ///< "wrong build: found debug id …"; empty when it fits or was not compared.
    std::string skipReason; ///< Why a source had no place to look at ("not in folder").
    std::string useNote;    ///< Why a file that was found is used, or not, where ids do not tell.
    DebugId foundDebugId;   ///< For Ok; nil when the file has none.
    CodeId foundCodeId;
};

} // namespace faultline
