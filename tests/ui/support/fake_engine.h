// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "tests/ui/support/fake_report.h"
#include "ui/bridge/engine_commands.h"
#include "ui/bridge/notice_inbox.h"

#include <map>
#include <string>
#include <vector>

namespace faultline::ui::test {

/// Engine double: answers by file name and records every command.
///   *symbols*.dmp  the crash without symbols;  *corrupt*  a damaged file;  *slow*  never answers;
///   *hang*  two threads wait for each other;
///   *hostile*  every text is kHostileText;  *huge*  every text has a megabyte;
///   anything else  the symbolicated crash.
class FakeEngine final : public EngineCommands
{
public:
    explicit FakeEngine(NoticeInbox& inbox) : m_inbox(inbox) {}

    engine::JobId openEvent(std::filesystem::path path) override;
    engine::JobId symbolicate(engine::EventId event,
                              symbolicate::SymbolicateOptions options) override;
    engine::JobId
    locateFile(engine::EventId event, std::uint32_t module, std::filesystem::path file) override;
    engine::JobId forgetFile(engine::EventId event, std::uint32_t module) override;
    void closeEvent(engine::EventId event) override;
    engine::JobId loadSource(engine::EventId event,
                             std::uint32_t module,
                             std::string path,
                             std::uint32_t line) override;
    engine::JobId inspect(engine::EventId event,
                          std::shared_ptr<const engine::InspectionQuestion> question) override;
    void setSources(std::vector<sources::SourceConfig> sources) override;
    void setOffline(bool offline) override;
    void setLinkedSources(symbolicate::LinkedSourcePolicy policy) override;
    void setPathMappings(std::vector<std::pair<std::string, std::string>> fromTo) override;
    engine::JobId testSource(sources::SourceConfig source) override;
    engine::JobId measureCaches() override;
    void cancel(engine::JobId job) override;
    void cancelTransfer(std::uint64_t transfer) override;
    void pauseTransfer(std::uint64_t transfer) override;
    void resumeTransfer(std::uint64_t transfer) override;
    void cancelAll() override;

    /// Starts a download of 9.8 MB.
    void startTransfer();
    void showTransfer(engine::TransferProgress::State state);

    /// Answers to questions, by FrameValues and its like: what asks first gets the first. Without
    /// one a question stays open.
    std::vector<engine::Inspection> inspections;
    /// The questions so far.
    std::vector<engine::Question> questions;

    /// "open /x/y.dmp", "symbolicate 1 retry", "locate 1 /z", …
    std::vector<std::string> commands;

private:
    void answer(const FakeReport& report, engine::JobId job);

    engine::JobId nextJob() { return engine::JobId{++m_lastJob}; }

    NoticeInbox& m_inbox;
    std::uint64_t m_lastJob = 0;
    std::uint64_t m_lastEvent = 0;
    std::uint64_t m_transferStates = 0;
    std::map<engine::EventId, FakeReport> m_reports;
};

} // namespace faultline::ui::test
