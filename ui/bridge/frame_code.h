// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "core/engine/notice.h"
#include "ui/models/code_model.h"

#include <QObject>
#include <QString>

#include <optional>

namespace faultline::ui {

class SessionCore;

/// The instructions around the current frame, or around a place that the user went to. Lives on the
/// GUI thread.
class FrameCode final : public QObject
{
    Q_OBJECT

public:
    enum class State {
        NoFrame,
        Reading,
        Known,
        NoAddress, ///< The frame has none.
        NotUnderstood,
        RegisterNotKnown,
        NoBytes,
        NoDecoder,
        DecoderMissing, ///< With detail().
        NoCode,
        NotNative ///< Scripts and the JVM have no instructions.
    };

    explicit FrameCode(SessionCore& core, QObject* parent = nullptr);

    CodeModel& rows() { return m_rows; }

    State state() const { return m_state; }

    /// Where the bytes come from, in words; empty without any.
    const QString& origin() const { return m_origin; }

    /// What the engine says about DecoderMissing.
    const QString& detail() const { return m_detail; }

    /// Does the module's file have other bytes in what is shown?
    bool differs() const { return m_differs; }

    /// The row of the place that was asked for; -1 when there is none.
    int placeRow() const { return m_placeRow; }

    /// Changes with every answer.
    quint64 answerNumber() const { return m_answerNumber; }

    /// The place that the user went to; empty at the frame.
    const QString& place() const { return m_place; }

    /// Reads the code of this frame, unless it is known or being read. Views ask when they are in
    /// sight.
    void show(std::optional<engine::FramePlace> frame);
    /// Goes to an address, register, module or function; an empty text leads to the frame.
    void go(const QString& place);
    /// Shows a place that was shown before, or the frame again, as PlaceHistory remembers it.
    void restore(const QString& place);

    /// Did the user go to another place than the frame's?
    bool isElsewhere() const { return m_isElsewhere; }

    /// Takes the answer to its question; false for others.
    bool take(const engine::InspectionSnapshot& answer);

Q_SIGNALS:
    void changed();
    /// The user went to another place with go().
    void went();

private:
    void start();
    void takeCode(const engine::CodeAnswer& answer);
    QString originText(const engine::CodeAnswer& answer) const;

    SessionCore& m_core;
    CodeModel m_rows;
    State m_state = State::NoFrame;
    std::optional<engine::FramePlace> m_frame;
    std::uint64_t m_generation = 0;
    bool m_wasRunning = false; ///< The answer was made before the report was complete.
    std::optional<engine::JobId> m_job;
    QString m_place;
    bool m_isElsewhere = false;
    QString m_origin;
    QString m_detail;
    bool m_differs = false;
    int m_placeRow = -1;
    quint64 m_answerNumber = 0;
};

} // namespace faultline::ui
