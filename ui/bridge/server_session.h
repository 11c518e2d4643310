// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/server_desk.h"
#include "ui/bridge/report_state.h"
#include "ui/bridge/server_process.h"
#include "ui/models/detail_model.h"
#include "ui/models/log_model.h"
#include "ui/models/server_model.h"
#include "ui/models/why_report.h"

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <functional>
#include <mutex>
#include <optional>
#include <vector>

namespace faultline::ui {

/// Carries notices of a server service from its threads to the GUI thread, in order. Create it
/// before the service and destroy it after the service. post() may be called on any thread,
/// everything else only on the GUI thread.
class ServerInbox final : public QObject
{
    Q_OBJECT

public:
    using Receiver = std::function<void(const engine::ServerNotice&)>;

    using QObject::QObject;

    /// Notices wait in the inbox while there is no receiver.
    void setReceiver(Receiver receiver);
    void post(engine::ServerNotice notice);

private:
    void deliver();

    Receiver m_receiver;

    std::mutex m_mutex; // Guards m_waiting.
    std::vector<engine::ServerNotice> m_waiting;
};

/// A Faultline server as the window shows it: the one that the window starts itself, or another one
/// by its URL. While somebody looks, its status is asked every two seconds; every text is made from
/// its latest answer.
class ServerSession final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kIntervalMs = 2000;

    /// All arguments must outlive the session.
    ServerSession(engine::ServerDesk& desk,
                  ServerInbox& inbox,
                  ServerProcess& process,
                  QObject* parent = nullptr);
    ~ServerSession() override;

    enum class State {
        Stopped,  ///< The window's own server does not run.
        Starting, ///< The own server does not listen yet.
        Ended,    ///< The own server could not start, or ended by itself.
        Asking,   ///< No answer yet.
        Ready,
        Away ///< The latest question failed; what the models have is of an earlier answer, if any.
    };

    State state() const;

    /// Is it the window's own server?
    bool isOwn() const { return m_url.isEmpty(); }

    /// The window's own server, also while another one is shown.
    const ServerProcess& ownProcess() const { return m_process; }

    /// Of the server that is asked; empty for the own one while it does not run.
    QString url() const;

    /// Shows the window's own server.
    void useOwn();
    /// Shows the server with this URL. The token is kept until the window ends, and shown nowhere.
    void useRemote(const QString& url, const QString& token);

    /// Asks at intervals while somebody looks.
    void setWatching(bool isWatched);
    void askAgain();
    void start();
    void stop();

    bool canReload() const;
    bool canDrain() const;
    bool canClean() const;
    void reload();
    void drain();
    void cleanCaches();
    void unblock(const QString& host);

    /// What is true now, and facts below it.
    QString sentence() const { return m_sentence; }

    QString facts() const { return m_facts; }

    /// Why it does not answer, or ended; empty when it answers.
    QString problem() const;

    /// When the shown answer came; invalid before the first.
    QDateTime answeredAt() const { return m_answeredAt; }

    const QList<ServerNumber>& numbers() const { return m_numbers; }

    ServerRequestModel& requests() { return m_requests; }

    ServerEndpointModel& endpoints() { return m_endpoints; }

    ServerCacheModel& caches() { return m_caches; }

    ServerSourceModel& sources() { return m_sources; }

    LogModel& log() { return m_log; }

    DetailModel& process() { return m_processFacts; }

    /// Shows only requests whose id, endpoint, step or scope has the text.
    void setFilter(const QString& text);

    /// "6 running · 1 240 since the start"
    QString requestSummary() const { return m_requestSummary; }

    QString cacheSummary() const { return m_cacheSummary; }

    /// A host that is not asked for now.
    struct Host
    {
        QString name;
        QString sentence;
    };

    const QList<Host>& hosts() const { return m_hosts; }

    QString configuration() const { return m_process.configuration(); }

    /// Asks what became of the modules of a request. The answer is modulesChanged().
    void openModules(const QString& request);

    /// The request whose modules are shown; empty for none.
    QString openRequest() const { return m_openRequest; }

    /// Why they cannot be shown; empty while they can.
    QString modulesProblem() const { return m_modulesProblem; }

    bool isReadingModules() const { return m_isReadingModules; }

    ServerModuleModel& modules() { return m_modules; }

    /// What Why? says of a module of the open request.
    WhyReport explain(int module) const;

Q_SIGNALS:
    void changed();
    void modulesChanged();
    /// The window's own server was started or has ended.
    void ownChanged();
    /// Tells what the server has done, or why it has not.
    void worked(const QString& message, bool isFailure);

private:
    void watch(const QString& url, const QString& token);
    void followProcess();
    void ask();
    void forgetAnswers();
    void take(const engine::ServerAnswer& answer);
    void take(const engine::ServerModules& answer);
    void take(const engine::ServerDone& done);
    void act(remote::ServerAction action, const QString& host = {});
    void show();
    void showHead();
    void showRequests();
    void showTables();
    void showLog();

    engine::ServerDesk& m_desk;
    ServerInbox& m_inbox;
    ServerProcess& m_process;
    QTimer m_timer;
    QString m_url; ///< Of another server; empty for the own one.
    QString m_watchedUrl;
    std::uint64_t m_watch = 0;
    bool m_isWatched = false;
    bool m_isAsking = false;
    std::optional<remote::ServerStatus> m_status; ///< The latest.
    std::optional<Error> m_error;                 ///< Of the latest question.
    QDateTime m_answeredAt;
    QString m_filter;

    QString m_sentence;
    QString m_facts;
    QString m_requestSummary;
    QString m_cacheSummary;
    QList<Host> m_hosts;
    QList<ServerNumber> m_numbers;
    ServerRequestModel m_requests;
    ServerEndpointModel m_endpoints;
    ServerCacheModel m_caches;
    ServerSourceModel m_sources;
    LogModel m_log;
    std::int64_t m_lastLogTime = 0; ///< Unix milliseconds.
    std::size_t m_lastLogCount = 0; ///< Lines of that millisecond.
    DetailModel m_processFacts;

    QString m_openRequest;
    bool m_isReadingModules = false;
    QString m_modulesProblem;
    ReportState m_modulesState;
    ServerModuleModel m_modules;
};

} // namespace faultline::ui
