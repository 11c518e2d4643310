// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/log_feed.h"

#include "ui/bridge/report_state.h"

#include <algorithm>

namespace faultline::ui {

namespace {

constexpr int kIntervalMs = 100;

LogRow::Level rowLevel(LogLevel level)
{
    switch (level) {
    case LogLevel::Trace: return LogRow::Level::Trace;
    case LogLevel::Debug: return LogRow::Level::Debug;
    case LogLevel::Info: return LogRow::Level::Info;
    case LogLevel::Warning: return LogRow::Level::Warning;
    case LogLevel::Error:
    case LogLevel::Off: break;
    }
    return LogRow::Level::Error;
}

} // namespace

LogFeed::LogFeed(LogLevel lowest, QObject* parent)
    : QObject(parent), m_lowest(lowest), m_timer(this)
{
    m_timer.setInterval(kIntervalMs);
    connect(&m_timer, &QTimer::timeout, this, &LogFeed::flush);
}

void LogFeed::attach(LogModel* model)
{
    m_model = model;
    if (model)
        m_timer.start();
    else
        m_timer.stop();
}

void LogFeed::write(LogLevel level, std::string_view category, std::string_view message)
{
    if (level < m_lowest)
        return;
    const LogRow row{QDateTime::currentDateTime(), rowLevel(level), toQString(category),
                     toQString(message)};
    const std::lock_guard lock(m_mutex);
    if (m_waiting.size() < LogModel::kCapacity)
        m_waiting.append(row);
}

void LogFeed::flush()
{
    QList<LogRow> rows;
    {
        const std::lock_guard lock(m_mutex);
        rows.swap(m_waiting);
    }
    m_model->append(rows);
}

} // namespace faultline::ui
