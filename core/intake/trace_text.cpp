// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/intake/trace_text.h"

#include "core/formats/crash/jvm_text/jvm_crash.h"
#include "core/formats/crash/jvm_text/text_event.h"
#include "core/report/jvm_rows.h"

#include <algorithm>
#include <deque>
#include <map>
#include <span>

namespace faultline::intake {

namespace {

/// Renders the lines of a text with the rows that a report has for them.
class TextRenderer
{
public:
    TextRenderer(const jvmtext::JvmText& text, const Report& report) : m_text(text)
    {
        for (std::size_t i = 0; i < text.stacks.size() && i < report.stacks.size(); ++i) {
            if (report.stacks[i])
                indexStack(text.stacks[i], *report.stacks[i]);
        }
        if (!report.jvm)
            return;
        const auto& messages = report.jvm->messages;
        const auto lines = jvmtext::messageLinesOf(text);
        for (std::size_t i = 0; i < lines.size() && i < messages.size(); ++i)
            m_messages.emplace(lines[i], &messages[i]);
    }

    std::string render()
    {
        for (std::size_t i = 0; i < m_text.lines.size(); ++i)
            renderLine(m_text.lines[i], i);
        return std::move(m_out);
    }

private:
    using Rows = std::span<const report::JvmRow>;

    void indexStack(const jvmtext::TextStack& stack, const ThreadStack& restored)
    {
        if (stack.throwable)
            m_exceptions.emplace(*stack.throwable, &restored.error);
        for (const auto line : stack.frames)
            m_rows[line]; // A line without rows is hidden.
        const Rows rows(m_stacks.emplace_back(report::jvmRowsOf(restored)));
        for (std::size_t first = 0; first < rows.size();) {
            auto end = first + 1;
            while (end < rows.size() && rows[end].jvm->index == rows[first].jvm->index)
                ++end;
            m_rows[rows[first].jvm->index] = rows.subspan(first, end - first);
            first = end;
        }
    }

    void renderLine(const jvmtext::ReadLine& line, std::size_t index)
    {
        const auto prefix = line.text.substr(0, line.prefixBytes);
        if (const auto* frame = std::get_if<jvmtext::FrameLine>(&line.parsed);
            frame != nullptr && m_rows.contains(index))
            return renderFrame(line, *frame, m_rows.at(index));
        m_out += prefix;
        const auto message = m_messages.find(index);
        if (const auto* throwable = std::get_if<jvmtext::ThrowableLine>(&line.parsed);
            throwable != nullptr && m_exceptions.contains(index))
            renderThrowable(*throwable, *m_exceptions.at(index),
                            message == m_messages.end() ? throwable->message
                                                        : std::string_view(*message->second));
        else
            m_out +=
                message == m_messages.end() ? line.message() : std::string_view(*message->second);
        m_out += '\n';
    }

    void renderThrowable(const jvmtext::ThrowableLine& line,
                         const std::optional<StackError>& error,
                         std::string_view message)
    {
        m_out += line.head;
        if (!error)
            m_out += line.className;
        else if (error->package.empty())
            m_out += error->type;
        else
            m_out += concat(error->package, ".", error->type);
        m_out += line.separator;
        m_out += message;
    }

    /// Tells whether a frame was not changed; its line then stays as it was written.
    static bool isUntouched(const jvmtext::FrameLine& line, Rows rows)
    {
        return rows.size() == 1 && rows[0].fileOrigin == JvmDetail::FileOrigin::Given &&
               rows[0].className == line.className && rows[0].method == line.method;
    }

    void renderFrame(const jvmtext::ReadLine& whole, const jvmtext::FrameLine& line, Rows rows)
    {
        const auto prefix = whole.text.substr(0, whole.prefixBytes);
        if (isUntouched(line, rows)) {
            m_out += concat(whole.text, "\n");
            return;
        }
        std::uint32_t alternative = 0;
        for (const auto& row : rows) {
            m_out += prefix;
            if (row.alternative == alternative)
                m_out += line.head;
            else
                m_out += withMark(line.head);
            alternative = row.alternative;
            m_out += concat(row.className, ".", row.method);
            if (line.descriptor.empty())
                m_out += place(row);
            else
                m_out += row.jvm->signature.value_or(std::string(line.descriptor));
            m_out += line.tail;
            m_out += '\n';
        }
    }

    /// Adds "<OR> " after the indentation.
    static std::string withMark(std::string_view head)
    {
        const auto start = std::min(head.find_first_not_of(" \t"), head.size());
        return concat(head.substr(0, start), "<OR> ", head.substr(start));
    }

    static std::string place(const report::JvmRow& row)
    {
        const auto file = row.position->file.value_or("Unknown Source");
        const auto line = row.position->line.value_or(0);
        return line == 0 ? concat("(", file, ")") : concat("(", file, ":", line, ")");
    }

    const jvmtext::JvmText& m_text;
    std::deque<std::vector<report::JvmRow>> m_stacks; // The spans below point into them.
    std::map<std::size_t, Rows> m_rows;
    std::map<std::size_t, const std::optional<StackError>*> m_exceptions;
    std::map<std::size_t, const std::string*> m_messages;
    std::string m_out;
};

} // namespace

TraceText::TraceText(jvmtext::JvmText text)
    : m_text(std::move(text)), m_event(jvmtext::crashOf(jvmtext::eventOf(m_text)))
{
}

Result<TraceText> TraceText::open(ByteView bytes)
{
    if (!jvmtext::looksLikeJvmText(bytes.text()))
        return fail(ErrorKind::Unsupported,
                    "only traces of the JVM can be printed with their names restored");
    FL_TRY(auto text, jvmtext::readJvmText(std::move(bytes)));
    return TraceText(std::move(text));
}

std::string TraceText::restored(const Report& report) const
{
    return TextRenderer(m_text, report).render();
}

} // namespace faultline::intake
