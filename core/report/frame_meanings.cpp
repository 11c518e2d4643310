// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/frame_meanings.h"

#include "core/base/result.h"
#include "core/base/text.h"

namespace faultline::report {

namespace {

std::string placeText(const SourcePosition& position)
{
    if (!position.file || position.file->empty())
        return {};
    const auto line = position.line.value_or(0);
    return concat(" [", escapeControls(*position.file), line == 0 ? "" : concat(":", line), "]");
}

std::string callsText(const JvmAlternative& alternative)
{
    std::string text;
    for (const auto& call : alternative.calls)
        text +=
            concat(text.empty() ? "" : " in ", escapeControls(call.module), ".",
                   escapeControls(call.position.function.value_or("")), placeText(call.position));
    return text;
}

} // namespace

std::vector<std::string> frameMeanings(const Frame& frame)
{
    std::vector<std::string> meanings;
    if (frame.asJvm() == nullptr)
        return meanings;
    for (const auto& alternative : frame.asJvm()->alternatives)
        meanings.push_back(callsText(alternative));
    return meanings;
}

std::string meaningsText(const Frame& frame)
{
    const auto meanings = frameMeanings(frame);
    if (meanings.empty())
        return {};
    auto text = concat("one of ", meanings.size());
    // The row shows only the last call of the first meaning.
    const bool showsFirst = frame.asJvm()->alternatives.front().calls.size() == 1;
    for (std::size_t i = showsFirst ? 1 : 0; i < meanings.size(); ++i)
        text += concat(i == 0 ? ": " : ", or ", meanings[i]);
    return text;
}

} // namespace faultline::report
