// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "tests/support/crash_scene.h"

#include <memory>
#include <string>
#include <utility>

namespace faultline::test {

inline const std::string kSamples = FL_TESTS_DIR "/corpora/samples";

inline engine::EngineConfig configFor(const std::string& folder)
{
    sources::SourceConfig source;
    source.id = "samples";
    source.where = sources::FolderSource{.path = folder};
    engine::EngineConfig config;
    config.sources = {source};
    config.offline = true;
    config.computeThreads = 2;
    return config;
}

/// A crash file that the engine has opened and resolved.
class OpenSample
{
public:
    explicit OpenSample(const std::string& file, const std::string& folder = "default")
        : OpenSample(file, configFor(kSamples + "/" + folder), silentLog())
    {
    }

    OpenSample(const std::string& file, const engine::EngineConfig& config, LogSink& log)
        : m_engine(config, log, m_log.callback())
    {
        const auto job = m_engine.openEvent(kSamples + "/" + file);
        m_isOpen = m_log.waitForFinish(job);
    }

    engine::EventId event() { return noticesOf<engine::EventSnapshot>(m_log).at(0).event; }

    const Report& report() { return *noticesOf<engine::ReportSnapshot>(m_log).back().value; }

    engine::Engine& engine() { return m_engine; }

    std::shared_ptr<const engine::Inspection> ask(engine::Question question)
    {
        const auto job = m_engine.inspect(
            event(), std::make_shared<engine::InspectionQuestion>(std::move(question)));
        if (!m_isOpen || !m_log.waitForFinish(job))
            return nullptr;
        return noticesOf<engine::InspectionSnapshot>(m_log).back().value;
    }

    template <class Answer>
    Answer answerTo(engine::Question question)
    {
        const auto answer = ask(std::move(question));
        return answer ? std::get<Answer>(answer->value) : Answer{};
    }

    engine::VariablesAnswer variables(engine::VariablesQuestion question)
    {
        return answerTo<engine::VariablesAnswer>(std::move(question));
    }

    engine::CodeAnswer code(engine::CodeQuestion question)
    {
        return answerTo<engine::CodeAnswer>(std::move(question));
    }

    engine::MemoryAnswer memory(engine::MemoryQuestion question)
    {
        return answerTo<engine::MemoryAnswer>(std::move(question));
    }

    engine::WalkAnswer walk(std::uint32_t thread)
    {
        return answerTo<engine::WalkAnswer>(engine::WalkQuestion{.thread = thread});
    }

private:
    NoticeLog m_log;
    engine::Engine m_engine;
    bool m_isOpen = false;
};

inline std::uint32_t crashedThread(const Report& report)
{
    return report.event->requestingThread.value_or(0);
}

} // namespace faultline::test
