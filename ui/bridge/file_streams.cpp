// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/file_streams.h"

#include "ui/bridge/session_core.h"
#include "ui/bridge/stream_bytes.h"
#include "ui/bridge/stream_rows.h"

namespace faultline::ui {

FileStreams::FileStreams(SessionCore& core, QObject* parent)
    : QObject(parent), m_core(core), m_fields(core, this)
{
}

void FileStreams::refresh()
{
    m_rows.giveRows(makeStreamRows(*m_core.state().event));
    if (m_current < 0)
        select(0);
}

QString FileStreams::absence() const
{
    return m_core.hasEvent() ? noStreamsText(*m_core.state().event) : QString();
}

void FileStreams::select(int stream)
{
    const auto& event = m_core.state().event;
    const NativeEvent* native = event ? event->asNative() : nullptr;
    if (stream == m_current || !native || stream < 0 ||
        std::size_t(stream) >= native->streams.size())
        return;
    m_current = stream;
    m_bytes = std::make_unique<StreamBytes>(native->streams[std::size_t(stream)].bytes);
    Q_EMIT selected();
}

} // namespace faultline::ui
