// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/function_choice.h"

#include "core/base/result.h"

#include <algorithm>
#include <array>

namespace faultline::js {

namespace {

constexpr std::array<std::string_view, 3> kUselessNames{"<anonymous>", "__webpack_require__",
                                                        "__webpack_modules__"};

std::string folded(std::string_view part, std::size_t count)
{
    return count == 1 ? std::string(part) : concat("{", part, "#", count, "}");
}

} // namespace

std::string_view chooseFunction(std::optional<std::string_view> inInput,
                                std::string_view found,
                                std::optional<std::string_view> byCaller)
{
    if (std::ranges::find(kUselessNames, found) == kUselessNames.end())
        return found;
    if (byCaller && !byCaller->empty())
        return *byCaller;
    return inInput.value_or(found);
}

std::string foldFunction(std::string_view name)
{
    const auto lastDot = name.rfind('.');
    if (lastDot == std::string_view::npos)
        return std::string(name);
    auto rest = name.substr(0, lastDot);
    std::string text;
    std::string_view part;
    std::size_t count = 0;
    for (bool isLast = false; !isLast;) {
        const auto dot = rest.find('.');
        isLast = dot == std::string_view::npos;
        const auto next = rest.substr(0, dot);
        if (!isLast)
            rest.remove_prefix(dot + 1);
        if (count > 0 && next == part) {
            ++count;
            continue;
        }
        if (count > 0)
            text += folded(part, count) + ".";
        part = next;
        count = 1;
    }
    return concat(text, folded(part, count), name.substr(lastDot));
}

} // namespace faultline::js
