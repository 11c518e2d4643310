// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::report {

enum class FrameOrder : std::uint8_t { CalleeFirst, CallerFirst };
enum class IncludeCandidates : std::uint8_t { No, Yes };
/// Adds our own facts to each object under its key "faultline".
enum class IncludeExtras : std::uint8_t { No, Yes };

/// The environment of the crashed process often holds secrets.
enum class IncludeEnvironment : std::uint8_t { No, Yes };

struct JsonOptions
{
    IncludeCandidates candidates = IncludeCandidates::No;
    IncludeExtras extras = IncludeExtras::No;
    IncludeEnvironment environment = IncludeEnvironment::No; ///< Part of the extras.
    FrameOrder frameOrder = FrameOrder::CalleeFirst;
    /// Physical frames per thread; absent means all. Symbolicator's answers for minidumps stop at
    /// 256.
    std::optional<std::uint32_t> maxFramesPerThread = std::nullopt;
};

/// Receives the answer piece by piece.
using TextSink = std::function<void(std::string_view)>;

/// Symbolicator's "completed" response (docs/spec/native.md §4, docs/spec/http-api.md §6), one
/// thread or a few modules at a time.
void renderJson(const Report& report, const JsonOptions& options, const TextSink& sink);
std::string renderJson(const Report& report, const JsonOptions& options);

/// One object of that response, with our own facts.
std::string frameJson(const Report& report, const Frame& frame);
std::string moduleJson(const Report& report, const ModuleReport& module);

} // namespace faultline::report
