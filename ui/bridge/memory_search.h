// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "core/engine/notice.h"
#include "ui/models/memory_lists.h"

#include <QObject>

#include <optional>

namespace faultline::ui {

class SessionCore;

/// What a text of the user's is looked for as.
enum class SearchKind { Text, Bytes, Pointer };

/// The byte patterns of a text: in UTF-8 and UTF-16, digits as bytes, or an address as a word of
/// the process. Empty when it is no such text.
std::vector<std::vector<std::byte>>
searchPatterns(SearchKind kind, const QString& text, unsigned pointerBytes, std::endian order);

/// A search of the crash file's memory, on a thread of the engine. Lives on the GUI thread.
class MemorySearch final : public QObject
{
    Q_OBJECT

public:
    enum class State {
        Nothing, ///< Nothing was looked for.
        Searching,
        Known,
        NotUnderstood, ///< The text is no pattern of its kind.
        NoMemory,
        NotNative,
        Stopped
    };

    explicit MemorySearch(SessionCore& core, QObject* parent = nullptr);

    HitModel& rows() { return m_rows; }

    State state() const { return m_state; }

    const QString& text() const { return m_text; }

    /// So many bytes were searched.
    quint64 searchedBytes() const { return m_searched; }

    /// There may be more hits.
    bool isCut() const { return m_isCut; }

    void search(SearchKind kind, const QString& text);
    /// Keeps what was found before.
    void cancel();
    /// Takes the answer to its question; false for others.
    bool take(const engine::InspectionSnapshot& answer);

Q_SIGNALS:
    void changed();

private:
    void finish(State state);

    SessionCore& m_core;
    HitModel m_rows;
    State m_state = State::Nothing;
    SearchKind m_kind = SearchKind::Text;
    QString m_text;
    std::optional<engine::JobId> m_job;
    quint64 m_searched = 0;
    bool m_isCut = false;
};

} // namespace faultline::ui
