// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/secrets.h"

#include "core/base/text.h"

#include <algorithm>

namespace faultline::net {

namespace {

constexpr std::size_t kMinSecretBytes = 8;
constexpr std::size_t kMaxShownBytes = 512;

void hide(std::string& text, std::string_view secret)
{
    if (secret.size() < kMinSecretBytes)
        return;
    for (auto at = text.find(secret); at != std::string::npos; at = text.find(secret, at))
        text.replace(at, secret.size(), "***");
}

/// The value of a parameter of a presigned URL.
void hideParameter(std::string& text, std::string_view name)
{
    for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
        at += name.size();
        const auto end = std::min(text.find_first_of("& \"'<>\r\n", at), text.size());
        text.replace(at, end - at, "***");
    }
}

} // namespace

std::string shownText(std::string_view serverText, std::initializer_list<std::string_view> secrets)
{
    std::string text(serverText);
    for (const auto secret : secrets)
        hide(text, secret);
    for (const auto* name : {"X-Amz-Credential=", "X-Amz-Signature=", "X-Amz-Security-Token="})
        hideParameter(text, name);
    if (text.size() > kMaxShownBytes) {
        text.resize(kMaxShownBytes);
        // Do not cut in the middle of a character.
        while (!text.empty() && !isValidUtf8(text) && text.size() > kMaxShownBytes - 4)
            text.pop_back();
        text += "…";
    }
    text = toValidUtf8(text);
    std::ranges::replace_if(text, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    return escapeControls(trimAscii(text));
}

} // namespace faultline::net
