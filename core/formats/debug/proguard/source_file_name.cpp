// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/proguard/source_file_name.h"

namespace faultline::proguard {

namespace {

constexpr std::string_view kFacadeSuffix = "Kt";

std::string_view simpleName(std::string_view className)
{
    return className.substr(className.rfind('.') + 1); // npos + 1 is 0.
}

} // namespace

std::string_view outerSimpleName(std::string_view className)
{
    const auto name = simpleName(className);
    return name.substr(0, name.find('$'));
}

SourceFileName synthesizeSourceFile(std::string_view className,
                                    std::optional<std::string_view> reference)
{
    for (auto rest = simpleName(className);;) {
        const auto end = rest.find('$');
        const auto part = rest.substr(0, end);
        if (part.size() > kFacadeSuffix.size() && part.ends_with(kFacadeSuffix))
            return {part.substr(0, part.size() - kFacadeSuffix.size()), ".kt", false};
        if (end == std::string_view::npos)
            break;
        rest.remove_prefix(end + 1);
    }
    SourceFileName file{outerSimpleName(className), ".java", false};
    if (const auto dot = reference.value_or("").rfind('.');
        reference && dot != std::string_view::npos)
        file.extension = reference->substr(dot);
    return file;
}

} // namespace faultline::proguard
