// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/fake_engine.h"

#include <algorithm>

namespace faultline::ui::test {

engine::JobId FakeEngine::openEvent(std::filesystem::path path)
{
    commands.push_back("open " + path.string());
    const engine::JobId job = nextJob();
    const engine::EventId event{++m_lastEvent};
    const std::string name = path.filename().string();
    m_inbox.post(engine::JobProgress{job, event, "reading", 0, 0});
    if (name.find("slow") != std::string::npos)
        return job;
    if (name == "uploads.zip") {
        m_inbox.post(engine::ContainerSnapshot{job, path, {"first.dmp", "old/second.dmp"}});
        m_inbox.post(engine::PartSnapshot{job, 0, symbolicatedCrash(path, event).event.value, {}});
        m_inbox.post(engine::PartSnapshot{job, 1, nullptr, "cut off"});
        m_inbox.post(engine::JobFinished{
            job, event,
            fail(ErrorKind::Unsupported, "holds 2 crash files: first.dmp, old/second.dmp")});
        return job;
    }
    if (name.find("corrupt") != std::string::npos) {
        m_inbox.post(engine::JobFinished{
            job, event,
            fail(ErrorKind::Malformed,
                 "module list: 12 records at offset 0x2c need 1296 bytes, 800 left")});
        return job;
    }
    if (const bool isHuge = name.find("huge") != std::string::npos;
        isHuge || name.find("hostile") != std::string::npos) {
        answer(hostileCrash(path, event, isHuge ? std::string(1'000'000, 'x') : kHostileText), job);
        return job;
    }
    if (name.find("hang") != std::string::npos) {
        answer(hangOfTheViewer(path, event), job);
        return job;
    }
    const bool lacking = name.find("symbols") != std::string::npos;
    answer(lacking ? crashWithoutSymbols(path, event) : symbolicatedCrash(path, event), job);
    return job;
}

void FakeEngine::answer(const FakeReport& report, engine::JobId job)
{
    m_reports.insert_or_assign(report.event.event, report);
    m_inbox.post(report.event);
    for (const auto& stack : report.stacks)
        m_inbox.post(stack);
    for (const auto& module : report.modules)
        m_inbox.post(module);
    m_inbox.post(report.report);
    m_inbox.post(engine::JobFinished{job, report.event.event, {}});
}

engine::JobId FakeEngine::symbolicate(engine::EventId event,
                                      symbolicate::SymbolicateOptions options)
{
    commands.push_back(concat("symbolicate ", std::uint64_t(event),
                              options.retryFailed ? " retry" : "",
                              options.fetchAllModules ? " all modules" : ""));
    const engine::JobId job = nextJob();
    m_inbox.post(engine::JobFinished{job, event, {}});
    return job;
}

engine::JobId
FakeEngine::locateFile(engine::EventId event, std::uint32_t module, std::filesystem::path file)
{
    commands.push_back(concat("locate ", module, " ", file.string()));
    const engine::JobId job = nextJob();
    m_inbox.post(engine::JobFinished{job, event, {}});
    return job;
}

engine::JobId FakeEngine::forgetFile(engine::EventId event, std::uint32_t module)
{
    commands.push_back(concat("forget ", module));
    const engine::JobId job = nextJob();
    m_inbox.post(engine::JobFinished{job, event, {}});
    return job;
}

void FakeEngine::closeEvent(engine::EventId event)
{
    commands.push_back(concat("close ", std::uint64_t(event)));
    m_reports.erase(event);
}

engine::JobId
FakeEngine::loadSource(engine::EventId event, std::uint32_t, std::string path, std::uint32_t)
{
    const engine::JobId job = nextJob();
    engine::SourceSnapshot snapshot{
        job,
        event,
        path,
        {},
        {concat("bundle: no entry for ", path), concat("local path: ", path, " does not exist")},
        {}};
    for (const SourceText& source : m_reports[event].sources) {
        if (source.path == path)
            snapshot.value = source;
    }
    m_inbox.post(snapshot);
    m_inbox.post(engine::JobFinished{job, event, {}});
    return job;
}

engine::JobId FakeEngine::inspect(engine::EventId event,
                                  std::shared_ptr<const engine::InspectionQuestion> question)
{
    const engine::JobId job = nextJob();
    questions.push_back(question->value);
    if (inspections.empty())
        return job;
    m_inbox.post(engine::InspectionSnapshot{
        job, event, std::make_shared<engine::Inspection>(std::move(inspections.front()))});
    inspections.erase(inspections.begin());
    m_inbox.post(engine::JobFinished{job, event, {}});
    return job;
}

void FakeEngine::setSources(std::vector<sources::SourceConfig> sources)
{
    commands.push_back(concat("sources ", sources.size()));
}

void FakeEngine::setOffline(bool offline)
{
    commands.push_back(offline ? "offline" : "online");
}

void FakeEngine::setLinkedSources(symbolicate::LinkedSourcePolicy policy)
{
    commands.push_back(policy.anyHost
                           ? "linked sources from any host"
                           : concat("linked sources from ", policy.hosts.size(), " hosts"));
}

void FakeEngine::setPathMappings(std::vector<std::pair<std::string, std::string>> fromTo)
{
    for (const auto& [from, to] : fromTo)
        commands.push_back("map " + from + " to " + to);
}

engine::JobId FakeEngine::testSource(sources::SourceConfig source)
{
    const engine::JobId job = nextJob();
    commands.push_back(concat("test ", source.id));
    engine::SourceTestSnapshot answer;
    answer.job = job;
    answer.source = source.id;
    answer.outcome = engine::SourceTestSnapshot::Outcome::Works;
    answer.httpStatus = 404;
    m_inbox.post(std::move(answer));
    return job;
}

engine::JobId FakeEngine::measureCaches()
{
    m_inbox.post(engine::CacheSnapshot{1'400'000'000, 2100, "/cache"});
    return nextJob();
}

void FakeEngine::cancel(engine::JobId job)
{
    commands.push_back(concat("cancel ", std::uint64_t(job)));
    m_inbox.post(engine::JobFinished{job, {}, fail(ErrorKind::Cancelled, "cancelled")});
}

void FakeEngine::cancelTransfer(std::uint64_t transfer)
{
    commands.push_back(concat("cancel transfer ", transfer));
}

void FakeEngine::cancelAll()
{
    commands.push_back("cancel all");
}

void FakeEngine::pauseTransfer(std::uint64_t transfer)
{
    commands.push_back(concat("pause transfer ", transfer));
    showTransfer(engine::TransferProgress::State::Paused);
}

void FakeEngine::resumeTransfer(std::uint64_t transfer)
{
    commands.push_back(concat("resume transfer ", transfer));
    showTransfer(engine::TransferProgress::State::Downloading);
}

void FakeEngine::startTransfer()
{
    showTransfer(engine::TransferProgress::State::Downloading);
}

void FakeEngine::showTransfer(engine::TransferProgress::State state)
{
    m_inbox.post(engine::TransferProgress{1,
                                          ++m_transferStates,
                                          "company store",
                                          "https://symbols.example.org/libvulkan.so.1.debug",
                                          "libvulkan.so.1",
                                          state,
                                          6'200'000,
                                          9'800'000,
                                          3'100'000,
                                          {}});
}

} // namespace faultline::ui::test
