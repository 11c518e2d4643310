// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/bundle/bundle_manifest.h"
#include "core/model/report.h"
#include "core/redact/redact.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::bundle {

/// The whole text of a source file, as it was compiled or as it was found.
struct BundleSource
{
    std::string path; ///< As the frames name it.
    std::string text; ///< UTF-8.
};

/// A report that was stored to be opened elsewhere. Its parts have gone through core/redact.
struct ReportBundle
{
    ReportPtr report; ///< Never null, with an event.
    redact::Profile profile = redact::Profile::Full;
    std::string fileName{}; ///< Of the crash file; may be empty.
    std::vector<BundleSource> sources{};
    ByteView originalFile{}; ///< Empty when the bundle has none.
    OriginalState original = OriginalState::Unknown;
};

/// Above this size the crash file is left out.
inline constexpr std::uint64_t kMostOriginalBytes = 1ull << 30;
/// Above this size the report's memory is left out; readers hold it twice.
inline constexpr std::uint64_t kMostReportBytes = 1ull << 30;
/// A bundle holds at most this much source text. Further texts are left out.
inline constexpr std::uint64_t kMostSourceBytes = 32ull << 20;

using BundleSink = std::function<Result<void>(Bytes)>;

/// Writes a bundle piece by piece. The crash file goes in under Full only, whatever is given; the
/// memory of the event likewise. Errors: those of the sink, Unsupported (the report exceeds the
/// archive's format).
Result<void> writeBundle(const ReportBundle& bundle, const BundleSink& sink);

/// Is it a bundle? Decides by the first bytes of a file.
bool looksLikeBundle(Bytes head);

/// Reads a bundle whole. A source text that is damaged or too large is left out; anything else that
/// is damaged is an error. Errors: Malformed, Unsupported (a later version, or larger than the
/// limits), Cancelled.
Result<ReportBundle>
readBundle(const ByteView& file, const ParseLimits& limits, std::stop_token stop);

} // namespace faultline::bundle
