// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/thread_ahead.h"

#include <utility>

namespace faultline::symbolicate {

ThreadAhead::ThreadAhead(const Services& services,
                         ModuleResolver& resolver,
                         StackCollector& collector,
                         std::unique_ptr<StackPreview> preview,
                         Publish publish,
                         std::stop_token stop)
    : m_services(services), m_resolver(resolver), m_collector(collector),
      m_preview(std::move(preview)), m_publish(std::move(publish)), m_stop(std::move(stop)),
      m_arrivals(arrivals())
{
}

/// Grows with every answer, and while files arrive.
std::uint64_t ThreadAhead::arrivals() const
{
    return m_resolver.states().newsCount() + m_services.downloader.progressCount();
}

bool ThreadAhead::keepsWaiting()
{
    const auto before = std::exchange(m_arrivals, arrivals());
    return before != m_arrivals && !m_stop.stop_requested();
}

/// Nothing is shown twice.
void ThreadAhead::show(const WalkedThread& walked)
{
    auto symbols = m_resolver.states().symbols();
    if (symbols == m_shownSymbols && walked.frames.size() <= m_shownFrames)
        return;
    m_shownSymbols = std::move(symbols);
    m_shownFrames = walked.frames.size();
    m_publish(walked);
}

void ThreadAhead::run(std::uint32_t thread, const RequestGiven& requestGiven)
{
    bool wasWalked = false;
    while (!m_stop.stop_requested()) {
        const auto seen = m_resolver.states().newsCount();
        const bool isWalked = m_collector.walkAhead(thread);
        if (isWalked && !std::exchange(wasWalked, true))
            requestGiven();
        if (!isWalked && m_preview)
            m_preview->walkOn();
        if (isWalked)
            show(m_collector.walked()[thread]);
        // The first frame alone says nothing that the raw stack does not say.
        else if (m_preview && m_preview->isOver() && m_preview->walked().frames.size() > 1)
            show(m_preview->walked());
        if (isWalked && m_resolver.states().hasAnsweredAll())
            return;
        if (!m_resolver.states().waitForNews(seen, kPatience) && !keepsWaiting())
            return;
    }
}

} // namespace faultline::symbolicate
