// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "core/engine/notice.h"
#include "ui/models/variable_model.h"

#include <QObject>
#include <QStringList>

#include <map>
#include <optional>
#include <vector>

namespace faultline::ui {

class SessionCore;

/// The variables of the current frame, whose parts are read when they are opened, and the values of
/// expressions that the user asked for. Lives on the GUI thread.
class FrameValues final : public QObject
{
    Q_OBJECT

public:
    enum class State {
        NoFrame,
        NotYet, ///< The report is being made.
        Reading,
        Known,
        NoMemory, ///< The file has no memory that values could be read from.
        NotWalked,
        NoDebugInfo,
        NotNative, ///< Scripts and the JVM leave no values.
        NotRead    ///< The reading was stopped, or only a server has the files.
    };

    explicit FrameValues(SessionCore& core, QObject* parent = nullptr);

    VariableModel& rows() { return m_rows; }

    State state() const { return m_state; }

    /// Reads the values of this frame, unless they are known or being read. Views ask when they are
    /// in sight.
    void show(std::optional<engine::FramePlace> frame);
    /// Opens or closes the row, or shows more of the parts.
    void toggle(int row);
    /// Adds the value of an expression, in this frame and in those that come.
    void evaluate(const QString& expression);
    /// Takes an expression out; does nothing on other rows.
    void forget(int row);

    const QStringList& expressions() const { return m_expressions; }

    /// Takes the answer to a question of its own; false for others. A null value means that there
    /// is none.
    bool take(const engine::InspectionSnapshot& answer);

Q_SIGNALS:
    void changed();

private:
    struct Node
    {
        Variable value;
        bool isOpen = false;
        bool isAsked = false;
        std::vector<Node> parts;
    };

    struct Asked
    {
        int expression = -1;
        std::optional<std::vector<std::uint64_t>> partsOf = {}; ///< Absent: the values themselves.
    };

    void start();
    void ask(Asked asked, std::uint64_t first);
    void takeValues(const Asked& asked, const engine::VariablesAnswer& answer);
    static bool isThrough(const Node& node);
    void openThrough(Node& pointer, const Asked& asked);
    Node* nodeAt(int expression, const std::vector<std::uint64_t>& path);
    void append(QList<VariableRow>& rows,
                const Node& node,
                VariableRow::Place place,
                VariableRow::Kind kind,
                int depth) const;
    void appendParts(QList<VariableRow>& rows,
                     const Node& node,
                     const VariableRow::Place& place,
                     int depth) const;
    void refresh();

    SessionCore& m_core;
    VariableModel m_rows;
    State m_state = State::NoFrame;
    std::optional<engine::FramePlace> m_frame;
    std::uint64_t m_generation = 0; ///< Of the run that the values are from.
    QStringList m_expressions;
    std::vector<Node> m_variables;
    std::vector<std::optional<Node>> m_values; ///< Of the expressions; absent while being read.
    std::map<engine::JobId, Asked> m_asked;
};

} // namespace faultline::ui
