// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/in_app.h"

#include "core/model/engine_script.h"

namespace faultline::js {

std::optional<bool> isInApp(const SourcePosition& position)
{
    const std::string_view path = position.absPath ? *position.absPath : std::string_view();
    const std::string_view file = position.file ? *position.file : std::string_view();
    constexpr std::string_view kModules = "node_modules/";
    if (path.empty() || isEngineScript(path))
        return false;
    if (path.starts_with("webpack:"))
        return !file.starts_with("~/") && file.find(kModules) == std::string_view::npos;
    if (path.starts_with("app:"))
        return file.find(kModules) == std::string_view::npos;
    if (path.find("/node_modules/") != std::string_view::npos)
        return false;
    if (path.starts_with('/') || path.find("://") != std::string_view::npos)
        return true;
    return std::nullopt;
}

} // namespace faultline::js
