// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/hidden_values.h"

#include "core/base/result.h"
#include "core/base/text.h"

#include <algorithm>
#include <functional>

namespace faultline::config {

namespace {

bool isWordCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Does a word go on where the text is cut?
bool cutsWord(std::string_view text, std::size_t at)
{
    return at > 0 && at < text.size() && isWordCharacter(text[at - 1]) && isWordCharacter(text[at]);
}

std::string replaced(std::string_view text, const std::string& value, const std::string& by)
{
    std::string shown;
    // Messages may show a value without its spaces, escaped or in small letters.
    const auto lowerText = toLowerAscii(text);
    const auto lowerValue = toLowerAscii(value);
    std::size_t done = 0;
    for (auto at = lowerText.find(lowerValue); at != std::string::npos;
         at = lowerText.find(lowerValue, at + 1)) {
        const auto end = at + value.size();
        if (at < done || cutsWord(text, at) || cutsWord(text, end))
            continue;
        shown += concat(text.substr(done, at - done), by);
        done = end;
    }
    return shown + std::string(text.substr(done));
}

} // namespace

void HiddenValues::add(const std::string& name, std::string_view value)
{
    std::string_view text = trimAscii(value);
    if (text.size() > 2 && text.starts_with('"') && text.ends_with('"'))
        text = trimAscii(text.substr(1, text.size() - 2)); // Quotes only say that it is text.
    for (auto form : {std::string(text), escapeControls(text)}) {
        if (!form.empty())
            m_values.emplace_back(name, std::move(form));
    }
    std::ranges::stable_sort(m_values, std::greater(),
                             [](const auto& entry) { return entry.second.size(); });
}

std::string HiddenValues::concealIn(std::string_view text) const
{
    std::string shown(text);
    for (const auto& [name, value] : m_values)
        shown = replaced(shown, value, concat("${", name, "}"));
    return shown;
}

std::vector<std::string> HiddenValues::values() const
{
    std::vector<std::string> values;
    for (const auto& [name, value] : m_values)
        values.push_back(value);
    return values;
}

} // namespace faultline::config
