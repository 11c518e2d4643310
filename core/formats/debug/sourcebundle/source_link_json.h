// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/formats/debug/sourcebundle/source_links.h"

namespace faultline::sourcebundle {

/// Parses the Source Link document of a PDB, portable or not: `{"documents": {pattern: url}}`.
/// Members of an unexpected type are ignored. Errors: Malformed (no JSON object). Source:
/// dotnet/designs accepted/2020/diagnostics/source-link.md.
Result<SourceLinks> parseSourceLinkJson(Bytes json);

} // namespace faultline::sourcebundle
