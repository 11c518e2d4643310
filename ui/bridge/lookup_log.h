// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/notice.h"
#include "ui/models/log_model.h"

#include <QHash>
#include <QSet>

namespace faultline::ui {

/// Writes into the log of the window, in plain words, each place that was asked for a file and did
/// not give it. GUI thread only.
class LookupLog final
{
public:
    /// `log` must outlive the object.
    explicit LookupLog(LogModel& log) : m_log(log) {}

    /// Notes the failures of a module whose look-up has ended, each once per run of the engine over
    /// the report. `file` is the name of the report's file.
    void note(const QString& file, const engine::ModuleSnapshot& snapshot);
    /// Notes a source text that was found nowhere.
    void note(const QString& file, const engine::SourceSnapshot& snapshot);

    void forget(engine::EventId event) { m_noted.remove(std::uint64_t(event)); }

private:
    struct Noted
    {
        std::uint64_t generation = 0;
        QSet<size_t> failures; ///< Hashes of their texts.
    };

    LogModel& m_log;
    QHash<std::uint64_t, Noted> m_noted; ///< By event.
};

} // namespace faultline::ui
