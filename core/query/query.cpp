// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/query.h"

#include "core/base/text.h"
#include "core/json/json_members.h"
#include "core/json/json_reader.h"
#include "core/query/evaluator.h"

namespace faultline::query {

namespace {

using json::JsonKind;

bool hasParts(const json::JsonValue& value)
{
    return value.kind() == JsonKind::Array || value.kind() == JsonKind::Object;
}

/// Lines of English text for one JSON value.
class TextWriter
{
public:
    std::string write(const json::JsonValue& value)
    {
        if (hasParts(value))
            writeParts(value, 0);
        else
            m_text = escapeControls(json::rawText(value)) + "\n";
        return std::move(m_text);
    }

private:
    void writeParts(const json::JsonValue& parent, std::size_t depth)
    {
        json::forEachChild(parent, [&](const json::JsonValue& child) {
            m_text += std::string(2 * depth, ' ');
            m_text += child.key().empty() ? std::string("-") : escapeControls(child.key()) + ":";
            if (!hasParts(child)) {
                m_text += " " + escapeControls(json::rawText(child)) + "\n";
                return;
            }
            m_text += "\n";
            writeParts(child, depth + 1);
        });
    }

    std::string m_text;
};

} // namespace

Result<Answer> evaluate(const Crash* crash,
                        std::string_view expression,
                        const Page& page,
                        const Surroundings& surroundings,
                        const std::stop_token& stop)
{
    FL_TRY(const auto parsed, parseExpression(expression));
    Evaluation evaluation(crash, page, surroundings, stop);
    FL_TRY(const auto item, itemOf(evaluation, parsed));
    return writeAnswer(evaluation, item);
}

std::string answerText(const Answer& answer)
{
    const auto parsed = json::parseJson(answer.json);
    return parsed ? TextWriter().write(parsed->root()) : answer.json + "\n";
}

} // namespace faultline::query
