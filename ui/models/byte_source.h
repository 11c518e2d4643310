// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>

namespace faultline::ui {

/// Bytes that a view shows page by page. They may lie on a slow disk, so only pages that were read
/// before are available at once. GUI thread only.
class ByteSource : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 kPageBytes = 64 * 1024;

    using QObject::QObject;

    virtual qint64 sizeBytes() const = 0;
    /// Returns null and starts reading when the page is not in memory; pagesChanged() reports its
    /// arrival. The pointer is valid until the next call.
    virtual const QByteArray* page(qint64 index) = 0;

Q_SIGNALS:
    void pagesChanged();
};

} // namespace faultline::ui
