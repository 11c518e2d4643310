// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/engine_commands.h"
#include "ui/bridge/file_settings.h"
#include "ui/bridge/lookup_log.h"
#include "ui/bridge/notice_inbox.h"
#include "ui/bridge/transfer_states.h"
#include "ui/bridge/workbench.h"

#include <QHash>
#include <QSet>
#include <QTimer>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace faultline::ui {

/// The Workbench over an engine. Only this class turns notices into rows.
class WorkbenchBridge final : public Workbench
{
    Q_OBJECT

public:
    /// All arguments must outlive the bridge. The bridge becomes the receiver of `inbox`.
    WorkbenchBridge(EngineCommands& commands,
                    NoticeInbox& inbox,
                    AppSettings& settings,
                    FileSettings file = {},
                    QObject* parent = nullptr);
    ~WorkbenchBridge() override;

    ReportSession* open(const QString& path) override;
    ReportSession* find(const QString& path) const override;
    void close(ReportSession* session) override;
    void cancelActivity(const ActivityRow& activity) override;
    void pauseActivity(const ActivityRow& activity) override;
    void resumeActivity(const ActivityRow& activity) override;
    void cancelAll() override;
    void retryAll() override;
    QList<SourceSetting> configuredSources() const override;
    QList<SourcePresetRow> sourcePresets() const override;
    void testSource(const SourceSetting& source) override;

    /// Reads the secrets of the sources, and gives them to the engine as they come. They must
    /// outlive the bridge.
    void useCredentials(Credentials& credentials);

private:
    void deliver(const std::vector<engine::Notice>& notices);
    const ActivityRow* activity(const ActivityRow::Key& key) const;
    void take(const engine::JobProgress& notice);
    void take(const engine::TransferProgress& notice);
    void take(const engine::CacheSnapshot& notice);
    void take(const engine::JobFinished& notice);
    void take(const engine::SourceTestSnapshot& notice);
    void take(const engine::ModuleSnapshot& notice);
    void take(const engine::SourceSnapshot& notice);
    template <class Snapshot>
    void take(const Snapshot& snapshot);
    /// Null when no session wanted it.
    template <class Snapshot>
    ReportSession* give(const Snapshot& snapshot);

    void applySources();
    void applyOffline();
    void applySourceHosts();
    void applyPathMappings();
    std::vector<sources::SourceConfig> sources() const;
    symbolicate::LinkedSourcePolicy linkedSources() const;
    std::vector<std::pair<std::string, std::string>> pathMappings() const;
    ReportSession* sessionOf(engine::JobId job) const;
    void refreshAll();

    EngineCommands& m_commands;
    NoticeInbox& m_inbox;
    AppSettings& m_settings;
    const FileSettings m_file;
    QHash<QString, ReportSession*> m_byPath;
    QSet<ReportSession*> m_told; ///< They got a notice of the present batch.
    TransferStates m_transfers;
    QList<ActivityRow> m_newActivity; ///< Shown when the batch of notices ends.
    LookupLog m_lookups{m_log};
    QTimer m_measure;
    std::map<engine::JobId, SourceSetting> m_sourceTests; ///< Until they are answered.
    QTimer m_returnMemory;
    int m_returnsLeft = 0;
};

} // namespace faultline::ui
