// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/server.h"
#include "tests/support/http_client.h"

#include <QTemporaryDir>

#include <condition_variable>

namespace faultline::test {

/// Answers at once with the number of modules and threads that it received. `block` makes jobs wait
/// until they are stopped or released.
class FakeService final : public server::SymbolicationService
{
public:
    Result<EventPtr> readEvent(ByteView bytes) override
    {
        const auto kind = kindOf(bytes.text());
        if (!kind)
            return fail(ErrorKind::Unsupported, "not a crash file");
        auto event = std::make_shared<Event>();
        event->kind = *kind;
        event->makeNative().memory = std::make_shared<const MemoryImage>();
        event->makeNative().process.name = std::to_string(bytes.size());
        lastFileBytes = bytes.size();
        return event;
    }

    bool holdsCrashFile(const ByteView& body) const override
    {
        return body.text().contains("MDMP");
    }

    Result<ReportPtr> run(EventPtr event,
                          const symbolicate::SymbolicateOptions& options,
                          std::stop_token stop) override
    {
        noteScope(options.scope);
        if (block) {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, stop, [this] { return !block; });
            if (stop.stop_requested())
                return fail(ErrorKind::Cancelled, "stopped");
        }
        if (event->asJvm() != nullptr && event->threads.empty())
            return fail(ErrorKind::Internal, "no stacks");
        auto report = std::make_shared<Report>();
        report->stacks = givenStacks(*event);
        report->event = std::move(event);
        return report;
    }

    ReportPtr runFromMemory(const EventPtr& event,
                            const symbolicate::SymbolicateOptions& options) override
    {
        if (!isReady)
            return nullptr;
        noteScope(options.scope);
        auto report = std::make_shared<Report>();
        report->event = event;
        return report;
    }

    void release()
    {
        const std::lock_guard lock(m_mutex);
        block = false;
        m_wake.notify_all();
    }

    std::atomic<bool> block{false};
    std::atomic<bool> isReady{false}; ///< runFromMemory() answers.
    std::atomic<std::size_t> lastFileBytes{0};

    std::string lastScope() const
    {
        const std::lock_guard lock(m_mutex);
        return m_lastScope;
    }

private:
    void noteScope(const std::string& scope)
    {
        const std::lock_guard lock(m_mutex);
        m_lastScope = scope;
    }

    /// The stacks of scripts and of the JVM as they are.
    static std::vector<std::shared_ptr<const ThreadStack>> givenStacks(const Event& event)
    {
        std::vector<std::shared_ptr<const ThreadStack>> stacks;
        if (event.asScript() != nullptr) {
            for (const auto& stack : event.asScript()->stacks)
                stacks.push_back(stackOf(stack.frames, [](const ScriptStackFrame& given, Frame& f) {
                    f.position = given.position;
                    f.detail = given.script;
                }));
        }
        if (event.asJvm() != nullptr) {
            for (const auto& stack : event.asJvm()->stacks)
                stacks.push_back(stackOf(stack.frames, [](const JvmStackFrame& given, Frame& f) {
                    JvmFrame jvm;
                    jvm.index = given.index;
                    jvm.module = given.detail.module;
                    f.position = given.position;
                    f.detail = std::move(jvm);
                }));
        }
        return stacks;
    }

    template <class Given, class Fill>
    static std::shared_ptr<const ThreadStack> stackOf(const std::vector<Given>& frames, Fill fill)
    {
        auto stack = std::make_shared<ThreadStack>();
        for (const auto& given : frames)
            fill(given, stack->frames.emplace_back());
        return stack;
    }

    static std::optional<EventKind> kindOf(std::string_view file)
    {
        if (file.starts_with("MDMP") || (file.starts_with("--") && file.contains("MDMP")))
            return EventKind::Minidump;
        if (file.starts_with("\x7f"
                             "ELF"))
            return EventKind::CoreFile;
        if (file.starts_with("Incident"))
            return EventKind::AppleText;
        return std::nullopt;
    }

    mutable std::mutex m_mutex;
    std::string m_lastScope;
    std::condition_variable_any m_wake;
};

/// What the fake answers to a request without stacks and modules.
inline constexpr std::string_view kEmptyAnswer =
    R"({"status":"completed","stacktraces":[],"modules":[]})";

/// A server on a free loopback port in front of the fake. A test calls start() before each
/// function, and end() after it.
class TestedServer
{
public:
    /// Ends the one before.
    void start(const std::function<void(server::ServerOptions&)>& change);
    /// Returns false when files of requests were left.
    bool end();

protected:
    QTemporaryDir m_folder;
    std::unique_ptr<FakeService> m_service;
    std::unique_ptr<server::Server> m_server;
    std::uint16_t m_port = 0;
};

} // namespace faultline::test
