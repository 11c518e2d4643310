// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcemap/bundle_part.h"

#include "core/base/hex.h"

namespace faultline::sourcemap {

namespace {

constexpr std::string_view kExtension = ".js";
constexpr std::string_view kSegment = "seg-";

} // namespace

std::optional<BundlePart> bundlePartOf(std::string_view path)
{
    auto name = path.substr(0, path.find_first_of("?#"));
    name = name.substr(name.rfind('/') + 1); // npos + 1 is 0.
    if (!name.ends_with(kExtension))
        return std::nullopt;
    name.remove_suffix(kExtension.size());
    BundlePart part;
    if (name.starts_with(kSegment)) {
        name.remove_prefix(kSegment.size());
        const auto digits = name.substr(0, name.find('_'));
        const auto segment = parseDecimal(digits);
        if (!segment)
            return std::nullopt;
        if (*segment != 0)
            part.segment = digits;
        if (digits.size() == name.size())
            return part;
        name.remove_prefix(digits.size() + 1);
    }
    part.module = parseDecimal(name);
    return part.module ? std::optional(part) : std::nullopt;
}

} // namespace faultline::sourcemap
