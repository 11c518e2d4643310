// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/stream_bytes.h"

#include <QThreadPool>

#include <algorithm>
#include <mutex>

namespace faultline::ui {

namespace {

/// Limits the pages on order, because fast scrolling passes more pages than the user reads.
constexpr int kMaxAsked = 4;

QByteArray copyOf(Bytes bytes)
{
    const std::string_view text = asText(bytes);
    return {text.data(), qsizetype(text.size())};
}

} // namespace

struct StreamBytes::Receiver
{
    std::mutex mutex; // Guards `target`.
    StreamBytes* target = nullptr;
};

StreamBytes::StreamBytes(ByteView bytes, QObject* parent)
    : ByteSource(parent), m_bytes(std::move(bytes)), m_receiver(std::make_shared<Receiver>())
{
    m_receiver->target = this;
}

StreamBytes::~StreamBytes()
{
    const std::lock_guard lock(m_receiver->mutex);
    m_receiver->target = nullptr;
}

const QByteArray* StreamBytes::page(qint64 index)
{
    const auto offset = std::size_t(index * kPageBytes);
    if (index < 0 || offset >= m_bytes.size())
        return nullptr;
    if (const auto found = m_pages.constFind(index); found != m_pages.constEnd()) {
        m_byUse.removeOne(index);
        m_byUse.append(index);
        return &*found;
    }
    if (m_asked.contains(index) || m_asked.size() >= kMaxAsked)
        return nullptr;
    m_asked.insert(index);
    const auto size = std::min(std::size_t(kPageBytes), m_bytes.size() - offset);
    QThreadPool::globalInstance()->start(
        [receiver = m_receiver, bytes = m_bytes, offset, size, index] {
            const QByteArray content = copyOf(bytes.span().subspan(offset, size));
            const std::lock_guard lock(receiver->mutex);
            if (StreamBytes* target = receiver->target)
                QMetaObject::invokeMethod(
                    target, [target, index, content] { target->take(index, content); },
                    Qt::QueuedConnection);
        });
    return nullptr;
}

void StreamBytes::take(qint64 index, const QByteArray& content)
{
    m_asked.remove(index);
    m_pages.insert(index, content);
    m_byUse.append(index);
    dropOldest();
    Q_EMIT pagesChanged();
}

void StreamBytes::dropOldest()
{
    while (m_byUse.size() > kMaxPages)
        m_pages.remove(m_byUse.takeFirst());
}

} // namespace faultline::ui
