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

/// Reports as text say "Version: 2.1 (210)", with the build in brackets, and name the program as
/// the process; those as JSON have keys for all. "???" stands for what the program does not tell.
void addAppleFacts(const Event& event, Product& product)
{
    const std::string_view version = product.version;
    const auto bracket = version.find(" (");
    if (bracket != std::string_view::npos && version.ends_with(')')) {
        if (product.build.empty())
            product.build = version.substr(bracket + 2, version.size() - bracket - 3);
        product.version.resize(bracket);
    }
    for (auto* text : {&product.version, &product.build}) {
        if (*text == "???")
            text->clear();
    }
    if (const auto* native = event.asNative(); native && product.name.empty())
        product.name = native->process.name;
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
    if (event.kind == EventKind::AppleText || event.kind == EventKind::AppleIps)
        addAppleFacts(event, product);
    return product;
}

} // namespace faultline::insight
