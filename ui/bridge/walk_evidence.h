// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/notice.h"
#include "ui/bridge/evidence_rows.h"
#include "ui/models/evidence_model.h"
#include "ui/models/memory_model.h"
#include "ui/models/register_model.h"

#include <QObject>

#include <optional>

namespace faultline::ui {

class SessionCore;

/// Why the current thread's stack is as it is, why the report has its signature, and what the
/// chosen row rests on. Lives on the GUI thread.
class WalkEvidence final : public QObject
{
    Q_OBJECT

public:
    enum class State {
        NoThread,
        NotYet, ///< The report is being made.
        Reading,
        Known,
        NotWalked, ///< The stack came with the file, or the report has none of machine code.
        NotRead    ///< The reading was stopped, or only a server has the files.
    };

    explicit WalkEvidence(SessionCore& core, QObject* parent = nullptr);

    EvidenceModel& rows() { return m_rows; }

    SignatureTraceModel& signature() { return m_signature; }

    RegisterModel& registers() { return m_registers; }

    MemoryModel& memory() { return m_memory; }

    State state() const { return m_state; }

    /// The whole text of the signature; empty before it is known.
    const QString& signatureText() const { return m_signatureText; }

    /// Why the first guess is one; empty without a guess.
    const QString& warning() const { return m_warning; }

    bool isReadingMemory() const { return m_memoryJob.has_value(); }

    const EvidenceExplanation& explanation() const { return m_explanation; }

    /// The row that is explained; -1 without one.
    int currentRow() const;

    /// Walks the thread again, unless that is known or being done. Views ask when they are in
    /// sight.
    void show(std::optional<std::uint32_t> thread);
    /// Opens or closes the steps of a frame, or shows those for other systems.
    void toggle(int row);
    void select(int row);
    /// Explains the frame that is selected in the stack, unless one of its rows is explained.
    void follow(std::uint32_t physicalFrame);

    /// Takes the answer to a question of its own; false for others.
    bool take(const engine::InspectionSnapshot& answer);

Q_SIGNALS:
    void changed();

private:
    void start();
    void openFirstGuess();
    void refresh();
    void explain();
    void takeWalk(const engine::InspectionSnapshot& answer);
    void takeSignature(const engine::InspectionSnapshot& answer);
    void takeMemory(const engine::InspectionSnapshot& answer);

    SessionCore& m_core;
    EvidenceModel m_rows;
    SignatureTraceModel m_signature;
    RegisterModel m_registers;
    MemoryModel m_memory;
    State m_state = State::NoThread;
    std::optional<std::uint32_t> m_thread;
    std::uint64_t m_generation = 0; ///< Of the run that the evidence is from.
    std::optional<engine::JobId> m_walkJob;
    std::optional<engine::JobId> m_signatureJob;
    std::optional<engine::JobId> m_memoryJob;
    WalkTrace m_trace;
    EvidenceOpen m_open;
    std::optional<EvidenceRow::Key> m_current;
    std::uint32_t m_followed = 0; ///< The frame that is selected in the stack.
    EvidenceExplanation m_explanation;
    QString m_signatureText;
    QString m_warning;
};

} // namespace faultline::ui
