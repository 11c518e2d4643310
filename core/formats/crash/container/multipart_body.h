// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/crash/container/crash_part.h"

#include <vector>

namespace faultline::container {

/// Do the bytes begin like a stored multipart body: "--", a boundary, a line end?
bool looksLikeMultipart(Bytes bytes);

/// The parts of a complete `multipart/form-data` body that was stored without its HTTP header (RFC
/// 2046 §5.1.1). Some servers keep uploads of Breakpad's clients this way. The first line gives the
/// boundary. A part's name is its file name, otherwise its field's name. The views keep the body
/// alive. If the last boundary is missing, the parts before are returned. Errors: Malformed (no
/// boundary line, no part, more than kMaxMultipartParts).
Result<std::vector<CrashPart>> readMultipartBody(const ByteView& body);

constexpr std::size_t kMaxMultipartParts = 4096;

} // namespace faultline::container
