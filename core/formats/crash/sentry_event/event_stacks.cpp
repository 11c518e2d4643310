// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/sentry_event/event_stacks.h"

#include "core/formats/crash/sentry_event/event_frames.h"

#include <algorithm>
#include <map>

namespace faultline::sentry {

namespace {

/// How surely a stack is the one that the event is about.
enum class Rank : std::uint8_t {
    None,
    CurrentThread,
    ThreadOfException,
    CrashedThread,
    Exception,
    ExceptionOfCrashedThread
};

std::optional<std::uint64_t> idOf(const std::optional<json::JsonValue>& value)
{
    return value ? json::hexValueOf(*value) : std::nullopt;
}

class StackReader
{
public:
    StackReader(const EventImages& images, const ParseLimits& limits, DiagnosticLog& diagnostics)
        : m_frames(images, limits, diagnostics), m_limits(limits), m_diagnostics(diagnostics)
    {
    }

    EventStacks read(const EventParts& parts)
    {
        forEachValue(parts.threads, [this](const json::JsonValue& thread) { know(thread); });
        std::size_t number = 0;
        forEachValue(parts.exceptions, [&](const json::JsonValue& exception) {
            readException(exception, concat("exception ", number++));
        });
        if (parts.stacktrace)
            add(readVersion(*parts.stacktrace, "stack trace"), Rank::Exception);
        number = 0;
        forEachValue(parts.threads, [&](const json::JsonValue& thread) {
            readThread(thread, concat("thread ", number++));
        });
        if (m_beyondLimit > 0)
            m_diagnostics.warn("threads", "more than ", m_limits.maxThreads, ", the other ",
                               m_beyondLimit, " are left out");
        markRequesting();
        return std::move(m_stacks);
    }

private:
    struct KnownThread
    {
        std::optional<std::string> name;
        bool crashed = false;
    };

    /// Exceptions say the id of their thread only.
    void know(const json::JsonValue& thread)
    {
        const auto id = idOf(json::member(thread, "id"));
        if (id && m_known.size() < m_limits.maxThreads)
            m_known.try_emplace(*id, KnownThread{.name = textOf(json::member(thread, "name")),
                                                 .crashed = json::flagMember(thread, "crashed")});
    }

    void readException(const json::JsonValue& exception, std::string_view place)
    {
        const auto id = idOf(eitherMember(exception, "thread_id", "threadId"));
        if (!m_threadOfException)
            m_threadOfException = id;
        if (!m_stacks.leadingException)
            m_stacks.leadingException = exception;
        auto thread = readStack(exception, place);
        thread.id = id;
        auto rank = Rank::Exception;
        if (const auto known = id ? m_known.find(*id) : m_known.end(); known != m_known.end()) {
            thread.name = known->second.name;
            if (known->second.crashed)
                rank = Rank::ExceptionOfCrashedThread;
        }
        if (add(std::move(thread), rank))
            m_stacks.leadingException = exception;
    }

    void readThread(const json::JsonValue& value, std::string_view place)
    {
        auto thread = readStack(value, place);
        thread.id = idOf(json::member(value, "id"));
        thread.name = textOf(json::member(value, "name"));
        const bool hasException = thread.id && thread.id == m_threadOfException;
        const auto rank = json::flagMember(value, "crashed")   ? Rank::CrashedThread
                          : hasException                       ? Rank::ThreadOfException
                          : json::flagMember(value, "current") ? Rank::CurrentThread
                                                               : Rank::None;
        add(std::move(thread), rank);
    }

    /// Reads the stack of an exception or thread.
    EventThread readStack(const json::JsonValue& owner, std::string_view place)
    {
        for (const auto& version : {eitherMember(owner, "raw_stacktrace", "rawStacktrace"),
                                    json::member(owner, "stacktrace")}) {
            if (!version)
                continue;
            if (auto thread = readVersion(*version, place); !thread.givenFrames->empty())
                return thread;
        }
        EventThread none;
        none.givenFrames.emplace();
        return none;
    }

    EventThread readVersion(const json::JsonValue& stacktrace, std::string_view place)
    {
        EventThread thread;
        thread.givenFrames = m_frames.read(stacktrace, place);
        json::forEachChildOf(stacktrace, "registers", [&](const json::JsonValue& value) {
            if (const auto number = json::hexValueOf(value))
                thread.givenRegisters.emplace_back(value.key(), *number);
            else if (value.kind() != json::JsonKind::Null)
                m_diagnostics.warn(place, "register ", value.key(), " at line ", value.line(),
                                   " is no number, left out");
        });
        return thread;
    }

    /// True when this stack is now the one that the event is about.
    bool add(EventThread thread, Rank rank)
    {
        if (thread.givenFrames->empty())
            return false;
        if (m_stacks.threads.size() >= m_limits.maxThreads) {
            ++m_beyondLimit;
            return false;
        }
        m_stacks.threads.push_back(std::move(thread));
        if (rank <= m_bestRank)
            return false;
        m_bestRank = rank;
        m_stacks.requesting = static_cast<std::uint32_t>(m_stacks.threads.size() - 1);
        return true;
    }

    void markRequesting()
    {
        if (!m_stacks.requesting)
            return;
        for (std::uint32_t i = 0; i < m_stacks.threads.size(); ++i)
            m_stacks.threads[i].isRequesting = i == m_stacks.requesting;
    }

    FrameReader m_frames;
    const ParseLimits& m_limits;
    DiagnosticLog& m_diagnostics;
    EventStacks m_stacks;
    std::map<std::uint64_t, KnownThread> m_known;
    std::optional<std::uint64_t> m_threadOfException;
    Rank m_bestRank = Rank::None;
    std::size_t m_beyondLimit = 0;
};

} // namespace

EventStacks readStacks(const EventParts& parts,
                       const EventImages& images,
                       const ParseLimits& limits,
                       DiagnosticLog& diagnostics)
{
    return StackReader(images, limits, diagnostics).read(parts);
}

} // namespace faultline::sentry
