// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "core/engine/log.h"
#include "ui/models/log_model.h"

#include <QObject>
#include <QTimer>

#include <mutex>

namespace faultline::ui {

/// A LogSink that hands lines to a LogModel on the GUI thread, in batches. write() may be called on
/// any thread.
class LogFeed final : public QObject, public LogSink
{
    Q_OBJECT

public:
    /// Lines wait in the feed until a model is attached.
    explicit LogFeed(LogLevel lowest, QObject* parent = nullptr);

    /// Sends the lines to `model` from now on; null detaches the present model. The model must
    /// outlive the feed.
    void attach(LogModel* model);
    void write(LogLevel level, std::string_view category, std::string_view message) override;

private:
    void flush();

    LogLevel m_lowest;
    LogModel* m_model = nullptr;
    QTimer m_timer;

    std::mutex m_mutex; // Guards m_waiting.
    QList<LogRow> m_waiting;
};

} // namespace faultline::ui
