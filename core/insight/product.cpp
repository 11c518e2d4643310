// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/product.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace faultline::insight {

namespace {

/// The first of the keys that has a value, among the annotations or the facts of the file.
std::string valueOf(const Event& event, std::initializer_list<std::string_view> keys)
{
    for (const auto key : keys) {
        const auto note = std::ranges::find(event.annotations, key, &Annotation::key);
        if (note != event.annotations.end() && !note->value.empty())
            return note->value;
        const auto fact =
            std::ranges::find(event.details, key, &std::pair<std::string, std::string>::first);
        if (fact != event.details.end() && !fact->second.empty())
            return fact->second;
    }
    return {};
}

void addRelease(std::string_view release, Product& product)
{
    const auto at = release.rfind('@');
    if (product.name.empty() && at != std::string_view::npos)
        product.name = release.substr(0, at);
    if (product.version.empty())
        product.version = at == std::string_view::npos ? release : release.substr(at + 1);
}

} // namespace

Product productOf(const Event& event)
{
    Product product{
        .name = valueOf(event, {"prod", "ProductName", "_productName", "product", "app_name"}),
        .version = valueOf(event, {"ver", "Version", "_version", "version", "app_version"}),
        .build = valueOf(event, {"BuildID", "build", "buildId", "build_version"}),
        .channel = valueOf(event, {"ReleaseChannel", "channel"})};
    addRelease(valueOf(event, {"release"}), product);
    if (const auto* script = std::get_if<ScriptEvent>(&event.detail); script && script->release)
        addRelease(*script->release, product);
    return product;
}

} // namespace faultline::insight
