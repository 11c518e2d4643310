// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "core/engine/notice.h"
#include "ui/bridge/frame_texts.h"
#include "ui/bridge/memory_search.h"
#include "ui/models/memory_model.h"

#include <QObject>
#include <QString>

#include <optional>

namespace faultline::ui {

class SessionCore;

/// How memory is cut into words.
enum class MemoryWords { Pointers, Bytes, Two, Four, Eight };

/// The memory around the current frame's stack pointer, or around a place that the user went to,
/// and the map of the address space. Lives on the GUI thread.
class FrameMemory final : public QObject
{
    Q_OBJECT

public:
    enum class State {
        NoFrame,
        Reading,
        Known,
        NotUnderstood,
        RegisterNotKnown,
        NoAddress, ///< The frame has no stack pointer.
        NotNative  ///< Scripts and the JVM leave no memory.
    };

    explicit FrameMemory(SessionCore& core, QObject* parent = nullptr);

    MemoryModel& rows() { return m_rows; }

    RegionModel& regions() { return m_regions; }

    State state() const { return m_state; }

    /// Whether the file has a list of regions; otherwise only modules and stacks are known.
    bool hasRegionList() const { return m_hasList; }

    bool hasMap() const { return m_hasMap; }

    MemoryWords words() const { return m_words; }

    void setWords(MemoryWords words);

    int placeRow() const { return m_placeRow; }

    /// Changes with every answer.
    quint64 answerNumber() const { return m_answerNumber; }

    /// Where the place lies, in words: "stack of thread 3", "libscene.so", "not in the file".
    const QString& origin() const { return m_origin; }

    const QString& place() const { return m_place; }

    /// Reads memory for this frame, unless it is known or being read. Views ask when they are in
    /// sight.
    void show(std::optional<engine::FramePlace> frame);
    void showMap();
    /// Goes to an address, register, module or function; an empty text leads to the stack pointer.
    void go(const QString& place);
    /// Reads what lies around an address without a step back.
    void move(quint64 address);
    /// Shows a place that was shown before, or the frame again, as PlaceHistory remembers it.
    void restore(const QString& place);

    /// Did the user go to another place than the frame's?
    bool isElsewhere() const { return m_isElsewhere; }

    /// The bytes whose meanings inspected() has; from the row that is selected.
    void select(quint64 address);

    quint64 selectedAddress() const { return m_selected; }

    /// Empty where no byte is known.
    ValueModel& inspected() { return m_values; }

    MemorySearch& search() { return m_search; }

    FrameTexts& texts() { return m_texts; }

    /// Reads texts for the frame that is shown.
    void showTexts() { m_texts.show(m_frame); }

    /// Takes the answer to its question; false for others.
    bool take(const engine::InspectionSnapshot& answer);

Q_SIGNALS:
    void changed();
    /// The user went to another place with go().
    void went();
    void selected();

private:
    void start();
    void makeRows();
    void takeMap(const engine::MapAnswer& answer);

    SessionCore& m_core;
    MemorySearch m_search;
    FrameTexts m_texts;
    ValueModel m_values;
    quint64 m_selected = 0;
    MemoryModel m_rows;
    RegionModel m_regions;
    State m_state = State::NoFrame;
    MemoryWords m_words = MemoryWords::Pointers;
    std::optional<engine::FramePlace> m_frame;
    std::uint64_t m_generation = 0;
    bool m_wasRunning = false;
    std::optional<engine::JobId> m_job;
    std::optional<engine::JobId> m_mapJob;
    engine::MemoryAnswer m_answer;
    QString m_place;
    bool m_isElsewhere = false;
    QString m_origin;
    bool m_hasMap = false;
    bool m_hasList = false;
    int m_placeRow = -1;
    quint64 m_answerNumber = 0;
};

} // namespace faultline::ui
