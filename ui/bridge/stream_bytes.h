// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "core/engine/report.h"
#include "ui/models/byte_source.h"

#include <QHash>
#include <QSet>

#include <memory>

namespace faultline::ui {

/// The bytes of one stream. Worker threads copy them from the mapped file, page by page. Only a few
/// pages stay in memory, so a stream of any size costs little.
class StreamBytes final : public ByteSource
{
    Q_OBJECT

public:
    static constexpr int kMaxPages = 32;

    explicit StreamBytes(ByteView bytes, QObject* parent = nullptr);
    ~StreamBytes() override;

    qint64 sizeBytes() const override { return qint64(m_bytes.size()); }

    const QByteArray* page(qint64 index) override;

private:
    struct Receiver;

    void take(qint64 index, const QByteArray& content);
    void dropOldest();

    ByteView m_bytes;
    std::shared_ptr<Receiver> m_receiver; ///< Tells pending reads, which may outlive this object,
                                          ///< that nobody waits any more.
    QHash<qint64, QByteArray> m_pages;
    QList<qint64> m_byUse; ///< Pages of m_pages by use; the most recently used is last.
    QSet<qint64> m_asked;
};

} // namespace faultline::ui
