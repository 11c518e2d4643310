// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/place_history.h"

#include "ui/bridge/frame_code.h"
#include "ui/bridge/frame_memory.h"

#include <algorithm>
#include <utility>

namespace faultline::ui {

PlaceHistory::PlaceHistory(ReportSession& session, QObject* parent)
    : QObject(parent), m_session(session)
{
    connect(&session.place(), &StackPlace::frameSelected, this, &PlaceHistory::takeFrame);
    connect(&session.place(), &StackPlace::threadSelected, this, &PlaceHistory::takeFrame);
    connect(&session.code(), &FrameCode::went, this,
            [this] { takeText(Where::Code, m_session.code().place()); });
    connect(&session.memory(), &FrameMemory::went, this,
            [this] { takeText(Where::Memory, m_session.memory().place()); });
}

/// The report moves the selection by itself: to the frame that names have made the better one, and
/// to the inlined call in a frame that was restored.
bool PlaceHistory::isFollowing(const Place& place) const
{
    const Place& present = m_places.at(m_current);
    if (place.thread != present.thread)
        return false;
    if (!present.frame || !place.frame)
        return true;
    return !m_session.place().isFrameChosen() ||
           (!m_session.header().isComplete &&
            place.frame->physicalIndex == present.frame->physicalIndex);
}

void PlaceHistory::takeFrame()
{
    const Place place{.thread = m_session.place().currentThread(),
                      .frame = m_session.place().currentFrame(),
                      .where = Where::Stack,
                      .code = {},
                      .memory = memoryOf(m_session.place().currentThread())};
    if (m_isRestoring || place.thread < 0)
        return;
    if (m_current >= 0 && place.thread == m_places.at(m_current).thread &&
        place.frame == m_places.at(m_current).frame)
        return;
    const bool isStep = std::exchange(m_isStep, false);
    if (m_current >= 0 && !isStep && isFollowing(place))
        m_places[m_current] = place;
    else
        push(place);
    Q_EMIT changed();
}

/// Memory stays where it is while the user steps through the frames of a thread.
QString PlaceHistory::memoryOf(int thread) const
{
    const bool isSame = m_current >= 0 && m_places.at(m_current).thread == thread;
    return isSame ? m_places.at(m_current).memory : QString();
}

void PlaceHistory::takeText(Where where, const QString& text)
{
    if (m_isRestoring)
        return;
    Place place{.thread = m_session.place().currentThread(),
                .frame = m_session.place().currentFrame(),
                .where = where,
                .code = m_current >= 0 ? m_places.at(m_current).code : QString(),
                .memory = memoryOf(m_session.place().currentThread())};
    (where == Where::Code ? place.code : place.memory) = text;
    push(place);
    Q_EMIT changed();
}

/// What lay before the user, after going back, is forgotten.
void PlaceHistory::push(const Place& place)
{
    m_places.resize(m_current + 1);
    m_places.append(place);
    if (m_places.size() > kMostPlaces)
        m_places.removeFirst();
    m_current = m_places.size() - 1;
}

void PlaceHistory::show(qsizetype index)
{
    if (index < 0 || index >= m_places.size())
        return;
    m_current = index;
    const Place place = m_places.at(index);
    m_isRestoring = true;
    restore(place);
    m_isRestoring = false;
    Q_EMIT shown(place.where);
    Q_EMIT changed();
}

void PlaceHistory::restore(const Place& place)
{
    m_session.place().selectThread(place.thread);
    if (place.frame)
        restoreFrame(*place.frame);
    if (m_session.code().place() != place.code) {
        m_session.requestCode();
        m_session.code().restore(place.code);
    }
    if (m_session.memory().place() != place.memory) {
        m_session.requestMemory();
        m_session.memory().restore(place.memory);
    }
}

/// Later names can take an inlined call away; then its frame counts.
void PlaceHistory::restoreFrame(FrameRow::Key frame)
{
    const FrameRows& frames = m_session.stack().frames();
    const auto isThere = [&frames](FrameRow::Key key) {
        return std::ranges::any_of(frames, [key](const auto& row) { return row->frameKey == key; });
    };
    const FrameRow::Key physical{.physicalIndex = frame.physicalIndex, .inlineDepth = 0};
    if (isThere(frame) || m_session.isMakingRows())
        m_session.place().selectFrame(frame);
    else if (isThere(physical))
        m_session.place().selectFrame(physical);
}

} // namespace faultline::ui
