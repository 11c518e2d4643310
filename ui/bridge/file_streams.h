// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/stream_fields.h"
#include "ui/models/byte_source.h"
#include "ui/models/stream_model.h"

#include <QObject>
#include <QString>

#include <memory>

namespace faultline::ui {

class SessionCore;

/// The streams of a minidump or the notes of a core, the one that the user looks at, its bytes and
/// what they say. Lives on the GUI thread and belongs to ReportSession.
class FileStreams final : public QObject
{
    Q_OBJECT

public:
    explicit FileStreams(SessionCore& core, QObject* parent = nullptr);

    StreamModel& rows() { return m_rows; }

    /// What the bytes of a stream say.
    StreamFields& fields() { return m_fields; }

    /// Explains in a sentence why the file has no streams. Empty until the file has been read.
    QString absence() const;

    void select(int stream);

    int current() const { return m_current; }

    /// The bytes of the current stream; null when there is no current stream.
    ByteSource* bytes() const { return m_bytes.get(); }

    /// The file has been read, or read again.
    void refresh();

Q_SIGNALS:
    void selected();

private:
    SessionCore& m_core;
    StreamModel m_rows;
    StreamFields m_fields;
    std::unique_ptr<ByteSource> m_bytes;
    int m_current = -1;
};

} // namespace faultline::ui
