// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_writer.h"
#include "core/report/detail_json.h"
#include "core/report/thread_choice.h"

namespace faultline::report {

namespace {

class ThreadsJson
{
public:
    ThreadsJson(const Report& report, const ThreadsOptions& options)
        : m_report(report), m_options(options), m_choice(report, options), m_json(m_out)
    {
    }

    std::string write()
    {
        m_json.beginObject();
        writeThreads();
        if (m_options.group)
            writeGroups();
        if (m_options.find)
            writeFound();
        if (m_options.waits && m_report.waits)
            writeWaits(m_json, *m_report.waits);
        m_json.endObject();
        return std::move(m_out);
    }

private:
    void writeThreads()
    {
        m_json.key("threads").beginArray();
        for (std::uint32_t i = 0; i < m_report.event->threads.size(); ++i) {
            if (m_choice.has(i))
                writeThread(i);
        }
        m_json.endArray();
    }

    void writeThread(std::uint32_t index)
    {
        const auto& thread = m_report.event->threads[index];
        const auto* wait = insight::waitOf(m_report, index);
        m_json.beginObject().member("index", index).optional("id", thread.id);
        m_json.textIfAny("name", thread.name.value_or(""));
        m_json.member("state", waitStateName(wait != nullptr ? wait->state : WaitState::Unknown));
        if (wait != nullptr) {
            m_json.textIfAny("call", wait->call);
            m_json.optional("object", wait->object);
        }
        m_json.optional("user_time_100ns", thread.userTime);
        m_json.optional("kernel_time_100ns", thread.kernelTime);
        m_json.key("functions").beginArray();
        if (index < m_report.stacks.size() && m_report.stacks[index]) {
            for (const auto& frame : m_report.stacks[index]->frames)
                m_json.value(functionOrPlace(m_report, frame));
        }
        m_json.endArray().endObject();
    }

    void writeGroups()
    {
        m_json.key("groups").beginArray();
        for (const auto& group : insight::groupThreads(m_report, *m_options.group))
            writeGroup(group);
        m_json.endArray();
    }

    void writeGroup(const insight::ThreadGroup& group)
    {
        const auto threads = m_choice.of(group);
        if (threads.empty())
            return;
        m_json.beginObject();
        if (*m_options.group == insight::ThreadGrouping::Name)
            m_json.member("name", group.name);
        if (*m_options.group == insight::ThreadGrouping::State)
            m_json.member("state", waitStateName(group.state))
                .member("object_kind", waitObjectKindName(group.object));
        m_json.key("threads").beginArray();
        for (const auto thread : threads)
            m_json.value(thread);
        m_json.endArray().endObject();
    }

    void writeFound()
    {
        m_json.key("found").beginArray();
        for (const auto& frame : m_choice.found())
            m_json.beginObject()
                .member("thread", frame.thread)
                .member("row", frame.row)
                .member("function",
                        functionOrPlace(m_report, m_report.stacks[frame.thread]->frames[frame.row]))
                .endObject();
        m_json.endArray();
    }

    const Report& m_report;
    const ThreadsOptions& m_options;
    ThreadChoice m_choice;
    std::string m_out;
    json::JsonWriter m_json;
};

} // namespace

std::string renderThreadsJson(const Report& report, const ThreadsOptions& options)
{
    return ThreadsJson(report, options).write();
}

} // namespace faultline::report
