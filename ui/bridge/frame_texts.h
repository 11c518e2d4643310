// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "core/engine/notice.h"
#include "ui/models/memory_lists.h"

#include <QObject>

#include <optional>

namespace faultline::ui {

class SessionCore;

/// The texts that the registers and the stack of the current frame lead to. Lives on the GUI
/// thread.
class FrameTexts final : public QObject
{
    Q_OBJECT

public:
    enum class State {
        NoFrame,
        Reading,
        Known,    ///< Also when there is none.
        NoMemory, ///< The file has no memory.
        NotNative
    };

    explicit FrameTexts(SessionCore& core, QObject* parent = nullptr);

    TextModel& rows() { return m_rows; }

    State state() const { return m_state; }

    /// Reads the texts of this frame, unless they are known or being read. Views ask when they are
    /// in sight.
    void show(std::optional<engine::FramePlace> frame);
    /// Takes the answer to its question; false for others.
    bool take(const engine::InspectionSnapshot& answer);

Q_SIGNALS:
    void changed();

private:
    SessionCore& m_core;
    TextModel m_rows;
    State m_state = State::NoFrame;
    std::optional<engine::FramePlace> m_frame;
    std::uint64_t m_generation = 0;
    bool m_wasRunning = false;
    std::optional<engine::JobId> m_job;
};

} // namespace faultline::ui
