#pragma once

#include <QByteArray>
#include <QObject>

namespace faultline::ui {

/// Bytes that a view shows page by page. They may lie on a slow disk, so a page is there at once
/// only when it was read before. GUI thread only.
class ByteSource : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 kPageBytes = 64 * 1024;

    using QObject::QObject;

    virtual qint64 sizeBytes() const = 0;
    /// Null while the page is being read, which asking for it begins; pagesChanged() tells when it
    /// is there. The pointer holds until the next call.
    virtual const QByteArray* page(qint64 index) = 0;

Q_SIGNALS:
    void pagesChanged();
};

} // namespace faultline::ui
