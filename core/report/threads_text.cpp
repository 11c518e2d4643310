// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/threads_text.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/insight/key_frame.h"
#include "core/report/stack_text.h"
#include "core/report/thread_choice.h"
#include "core/report/thread_words.h"

#include <algorithm>

namespace faultline::report {

namespace {

/// So many innermost functions tell what a thread does.
constexpr std::size_t kShownFunctions = 4;

class ThreadsText
{
public:
    ThreadsText(const Report& report, const ThreadsOptions& options)
        : m_report(report), m_options(options), m_choice(report, options)
    {
    }

    std::string write()
    {
        if (m_options.group)
            writeGroups();
        else
            writeList();
        if (m_options.find)
            writeCounts();
        if (m_options.waits)
            writeWaits();
        return std::move(m_out);
    }

private:
    void writeCounts()
    {
        const auto frames = m_choice.found().size();
        const auto threads = m_choice.threadCount();
        line(concat(frames, frames == 1 ? " frame in " : " frames in ", threads,
                    threads == 1 ? " thread" : " threads"));
    }

    void writeList()
    {
        for (std::uint32_t i = 0; i < m_report.event->threads.size(); ++i) {
            if (m_choice.has(i))
                writeThread(i, "");
        }
    }

    void writeThread(std::uint32_t thread, std::string_view indent)
    {
        line(concat(indent, threadTitle(m_report, thread), ": ", threadState(m_report, thread)));
        if (const auto times = threadTimes(m_report.event->threads[thread]); !times.empty())
            line(concat(indent, "    ", times));
        if (!m_options.find)
            writeFunctions(thread, indent);
        else
            writeFound(thread, indent);
    }

    void writeFunctions(std::uint32_t thread, std::string_view indent)
    {
        const auto functions = topFunctions(m_report, thread, kShownFunctions);
        if (!functions.empty())
            line(concat(indent, "    ", functions));
    }

    void writeFound(std::uint32_t thread, std::string_view indent)
    {
        for (const auto& frame :
             std::ranges::equal_range(m_choice.found(), thread, {}, &insight::FoundFrame::thread))
            writeFrame(m_report.stacks[thread]->frames[frame.row], indent);
    }

    void writeFrame(const Frame& frame, std::string_view indent)
    {
        const auto row = frameLine(m_report, frame, StackForm::Markdown);
        line(concat(indent, row.head, row.tail.empty() ? "" : "  ", row.tail));
    }

    void writeGroups()
    {
        for (const auto& group : insight::groupThreads(m_report, *m_options.group)) {
            const auto threads = m_choice.of(group);
            if (!threads.empty())
                writeGroup(group, threads);
        }
    }

    void writeGroup(const insight::ThreadGroup& group, const std::vector<std::uint32_t>& threads)
    {
        const auto count = concat(threads.size(), threads.size() == 1 ? " thread" : " threads");
        if (*m_options.group != insight::ThreadGrouping::Stack) {
            line(concat(count, ": ", groupTitle(group, *m_options.group)));
            for (const auto thread : threads)
                writeThread(thread, "  ");
            return;
        }
        std::string titles;
        for (const auto thread : threads)
            titles += concat(titles.empty() ? "" : ", ", threadTitle(m_report, thread));
        line(concat(count, " with this stack: ", titles));
        const auto* stack = insight::stackOf(m_report, threads.front());
        if (stack == nullptr || stack->frames.empty())
            line("  no frames");
        else
            m_out += stackText(m_report, wholeStack(m_report, threads.front()));
    }

    void writeWaits()
    {
        line("");
        if (!m_report.waits) {
            line("The file does not tell who waits for whom.");
            return;
        }
        if (m_report.waits->state != DetailState::Present) {
            line("Who waits for whom is unknown: the file has no memory to find it in.");
            return;
        }
        for (const auto& finding : m_report.waits->findings)
            writeFinding(finding);
        if (m_report.waits->findings.empty())
            line("No deadlock found.");
        std::vector<std::vector<std::uint32_t>> waiters(m_report.waits->objects.size());
        for (const auto& wait : m_report.waits->threads) {
            if (wait.object && *wait.object < waiters.size())
                waiters[*wait.object].push_back(wait.thread);
        }
        for (std::size_t i = 0; i < waiters.size(); ++i)
            writeObject(m_report.waits->objects[i], waiters[i]);
    }

    void writeFinding(const WaitFinding& finding)
    {
        line(findingWords(m_report, finding));
        const bool isCycle = finding.threads.size() == finding.objects.size();
        for (std::size_t i = 0; isCycle && i < finding.threads.size(); ++i) {
            if (finding.objects[i] < m_report.waits->objects.size())
                line(concat("  ", threadTitle(m_report, finding.threads[i]), " waits for ",
                            objectWords(m_report, m_report.waits->objects[finding.objects[i]])));
        }
    }

    void writeObject(const WaitObject& object, const std::vector<std::uint32_t>& waiters)
    {
        line(objectWords(m_report, object));
        for (const auto thread : waiters)
            line(concat("  waited for by ", threadTitle(m_report, thread)));
        for (const auto& word : object.evidence)
            line(concat("  ", evidenceWords(word)));
    }

    void line(const std::string& text)
    {
        m_out += text;
        m_out += '\n';
    }

    const Report& m_report;
    const ThreadsOptions& m_options;
    ThreadChoice m_choice;
    std::string m_out;
};

} // namespace

std::string renderThreadsText(const Report& report, const ThreadsOptions& options)
{
    return ThreadsText(report, options).write();
}

} // namespace faultline::report
