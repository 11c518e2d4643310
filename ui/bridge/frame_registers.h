// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "core/engine/notice.h"
#include "ui/models/register_model.h"

#include <QObject>

#include <optional>

namespace faultline::ui {

class SessionCore;

/// The registers of the current frame. What they lead to is read when a view is in sight. Lives on
/// the GUI thread.
class FrameRegisters final : public QObject
{
    Q_OBJECT

public:
    explicit FrameRegisters(SessionCore& core, QObject* parent = nullptr);

    void setFrame(std::optional<engine::FramePlace> frame) { m_frame = frame; }

    /// Empty when the frame has none.
    QList<RegisterRow> rows() const;

    /// Has a report of this kind a processor's state? True while that is not known.
    bool isPossible() const;

    /// Reads where the registers of the frame lead, unless that is known or being read.
    void show();
    /// Takes the answer to its question; false for others.
    bool take(const engine::InspectionSnapshot& answer);

Q_SIGNALS:
    void changed();

private:
    SessionCore& m_core;
    std::optional<engine::FramePlace> m_frame;
    std::optional<engine::FramePlace> m_asked; ///< The frame that the answer is about.
    std::uint64_t m_generation = 0;
    bool m_wasRunning = false;
    std::optional<engine::JobId> m_job;
    engine::RegistersAnswer m_answer;
};

} // namespace faultline::ui
