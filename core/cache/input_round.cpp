// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/input_round.h"

namespace faultline::cache {

void InputRounds::begin(std::vector<CacheInput> wanted)
{
    if (wanted.empty()) {
        const auto trace = m_answers.empty() ? CacheTrace() : m_answers.front().trace;
        m_done(CacheInputs(std::move(m_answers)), trace);
        return;
    }
    constexpr std::size_t kMaxRounds = 8;
    if (++m_rounds > kMaxRounds) {
        m_done(
            fail(ErrorKind::Internal, "item asks for inputs in more than ", kMaxRounds, " rounds"),
            CacheTrace());
        return;
    }
    {
        const std::lock_guard lock(m_mutex);
        m_wanted = wanted;
        m_arrived.assign(wanted.size(), std::nullopt);
        m_pending = wanted.size() +
                    1; // One extra count for this loop, because answers may arrive while it runs.
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        m_fetch(wanted[i].item, [self = shared_from_this(), i](UntypedCacheAnswer answer) {
            self->arrived(i, std::move(answer));
        });
    }
    oneLess();
}

void InputRounds::arrived(std::size_t index, UntypedCacheAnswer answer)
{
    {
        const std::lock_guard lock(m_mutex);
        m_arrived[index] = std::move(answer);
    }
    oneLess();
}

void InputRounds::oneLess()
{
    {
        const std::lock_guard lock(m_mutex);
        if (--m_pending > 0)
            return;
    }
    roundEnded();
}

void InputRounds::roundEnded()
{
    for (std::size_t i = 0; i < m_wanted.size(); ++i) {
        auto& answer = *m_arrived[i];
        if (!answer.value && m_wanted[i].required) {
            m_done(std::unexpected(answer.value.error()), answer.trace);
            return;
        }
        m_answers.push_back(std::move(answer));
    }
    begin(m_work.moreInputs(CacheInputs(m_answers)));
}

} // namespace faultline::cache
