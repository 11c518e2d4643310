// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/report_notices.h"
#include "ui/bridge/report_session.h"
#include "ui/bridge/session_core.h"
#include "ui/bridge/stack_copy.h"

#include <QDir>
#include <QFileInfo>
#include <QUrl>

namespace faultline::ui {

QString ReportSession::stackAsText()
{
    if (m_place->currentThread() < 0)
        return {};
    m_place->completeStack();
    return copyAsText(m_core->state(),
                      shownStack(stack(), std::uint32_t(m_place->currentThread())));
}

QString ReportSession::stackAsMarkdown()
{
    if (m_place->currentThread() < 0)
        return {};
    m_place->completeStack();
    return copyAsMarkdown(m_core->state(),
                          shownStack(stack(), std::uint32_t(m_place->currentThread())), m_header);
}

QString ReportSession::stackAsJson()
{
    if (m_place->currentThread() < 0)
        return {};
    m_place->completeStack();
    return copyAsJson(m_core->state(), shownStack(stack(), std::uint32_t(m_place->currentThread())),
                      m_header);
}

void ReportSession::retry()
{
    if (!m_core->hasEvent()) {
        m_core->open();
        refresh();
        return;
    }
    m_core->forgetMissingSources();
    symbolicate::SymbolicateOptions options;
    options.retryFailed = true;
    m_core->symbolicate(std::move(options));
    Q_EMIT factsChanged();
}

void ReportSession::retrySources()
{
    m_core->forgetMissingSources();
    m_place->requestSource();
    Q_EMIT sourceChanged();
}

void ReportSession::fetchAll()
{
    symbolicate::SymbolicateOptions options;
    options.fetchAllModules = true;
    m_core->symbolicate(std::move(options));
    Q_EMIT factsChanged();
}

QString ReportSession::fileOfModule(int module) const
{
    const auto known = report();
    if (!known || module < 0 || std::size_t(module) >= known->modules.size() ||
        !known->modules[std::size_t(module)])
        return {};
    QString found;
    for (const Candidate& candidate : known->modules[std::size_t(module)]->candidates) {
        QString path = toQString(candidate.location);
        if (const QUrl url(path); url.isLocalFile())
            path = url.toLocalFile();
        if (candidate.download != DownloadStatus::Ok || !QDir::isAbsolutePath(path) ||
            !QFileInfo(path).isFile())
            continue;
        if (candidate.features.hasDebugInfo)
            return path;
        found = found.isEmpty() ? path : found;
    }
    return found;
}

void ReportSession::locateFile(int module, const QString& file)
{
    if (module < 0 || file.isEmpty())
        return;
    m_core->locate(std::uint32_t(module), file.toStdString());
    Q_EMIT factsChanged();
}

void ReportSession::forgetFile(int module)
{
    m_core->forgetFile(std::uint32_t(module));
    Q_EMIT factsChanged();
}

void ReportSession::resume()
{
    if (!m_core->hasEvent())
        return retry();
    m_core->symbolicate({});
    Q_EMIT factsChanged();
}

QList<ReportNotice> ReportSession::notices() const
{
    return makeNotices(*m_core);
}

void ReportSession::cancel()
{
    m_core->cancel();
}

} // namespace faultline::ui
