// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/retrace/source_path.h"

#include <algorithm>

namespace faultline::jvm {

namespace {

constexpr std::string_view kRoot = "~/";
constexpr std::string_view kExtension = ".jvm";

std::string withSlashes(std::string_view dotted)
{
    std::string path(dotted);
    std::ranges::replace(path, '.', '/');
    return path;
}

} // namespace

std::string bundleUrl(const JvmStackFrame& frame)
{
    const std::string_view module = frame.detail.module;
    std::string url(kRoot);
    const auto& file = frame.position.absPath;
    if (file && file->find('.') != std::string::npos && file->find('$') == std::string::npos) {
        if (const auto dot = module.rfind('.'); dot != std::string_view::npos)
            url += withSlashes(module.substr(0, dot)) + "/";
        url += file->substr(0, file->rfind('.'));
    } else {
        url += withSlashes(module.substr(0, module.find('$')));
    }
    return url.append(kExtension);
}

} // namespace faultline::jvm
