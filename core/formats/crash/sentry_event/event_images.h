// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/json/json_document.h"
#include "core/model/diagnostic_log.h"
#include "core/model/event.h"

#include <optional>
#include <vector>

namespace faultline::sentry {

/// The native images in "debug_meta.images", as modules.
struct EventImages
{
    std::vector<EventModule> modules;
    /// For each image of the list: the module's index. Frames refer to images by position in the
    /// list.
    std::vector<std::optional<std::uint32_t>> moduleOfImage;
    Arch arch = Arch::Unknown; ///< The first CPU that an image names.
};

/// Source maps, ProGuard mappings and other images without native code are left out with a note.
EventImages readImages(const std::optional<json::JsonValue>& images,
                       const ParseLimits& limits,
                       DiagnosticLog& diagnostics);

} // namespace faultline::sentry
