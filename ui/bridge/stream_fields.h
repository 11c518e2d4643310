// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/notice.h"
#include "ui/bridge/field_rows.h"
#include "ui/models/field_model.h"

#include <QObject>

#include <optional>

namespace faultline::ui {

class SessionCore;

/// What the bytes of the current stream say, field by field. Lives on the GUI thread.
class StreamFields final : public QObject
{
    Q_OBJECT

public:
    enum class State {
        NoStream,
        Reading,
        Known,
        NoLayout ///< Only the bytes can be shown.
    };

    explicit StreamFields(SessionCore& core, QObject* parent = nullptr);

    FieldModel& rows() { return m_rows; }

    State state() const { return m_state; }

    /// The environment of the process, which is not shown before the user asks for it.
    bool isHidden() const { return m_isEnvironment && !m_isRevealed; }

    void reveal();

    /// Do the bytes end before the last field, or are there more entries than are shown?
    bool isShort() const { return m_decoded.isShort; }

    bool isCut() const { return m_decoded.isCut; }

    /// Decodes this stream, unless that is known or being done. -1 stands for none.
    void show(int stream);
    /// Opens or closes the record of a row.
    void toggle(int row);

    /// Takes the answer to its question; false for others.
    bool take(const engine::InspectionSnapshot& answer);

Q_SIGNALS:
    void changed();

private:
    void refresh();

    SessionCore& m_core;
    FieldModel m_rows;
    State m_state = State::NoStream;
    int m_stream = -1;
    std::optional<engine::JobId> m_job;
    DecodedFields m_decoded;
    QSet<int> m_open;
    bool m_isEnvironment = false;
    bool m_isRevealed = false;
};

} // namespace faultline::ui
