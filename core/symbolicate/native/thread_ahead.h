// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/native/module_symbols.h"
#include "core/symbolicate/native/stack_collector.h"
#include "core/symbolicate/native/stack_preview.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace faultline::symbolicate {

/// Gets the stack of one thread and the names of its frames before anything of other threads is
/// asked for, and shows each part as soon as it is there: the stack by unwind data, then name by
/// name. Not thread-safe.
class ThreadAhead
{
public:
    /// Shows a stack with the names that are known by now.
    using Publish = std::function<void(const WalkedThread&)>;
    /// Requests the modules of frames that the event brings.
    using RequestGiven = std::function<void()>;

    /// How long nothing may arrive. Then the other threads wait no longer.
    static constexpr std::chrono::seconds kPatience{3};

    /// Everything that is referred to must outlive it. A null `preview` is not shown.
    ThreadAhead(const Services& services,
                ModuleResolver& resolver,
                StackCollector& collector,
                std::unique_ptr<StackPreview> preview,
                Publish publish,
                std::stop_token stop);

    /// Returns when the thread is walked and everything requested has been answered, when nothing
    /// has arrived for kPatience, or when the stop token has fired.
    void run(std::uint32_t thread, const RequestGiven& requestGiven);

private:
    std::uint64_t arrivals() const;
    bool keepsWaiting();
    void show(const WalkedThread& walked);

    const Services& m_services;
    ModuleResolver& m_resolver;
    StackCollector& m_collector;
    const std::unique_ptr<StackPreview> m_preview;
    const Publish m_publish;
    const std::stop_token m_stop;
    std::uint64_t m_arrivals = 0;
    std::shared_ptr<const std::vector<ModuleSymbols>> m_shownSymbols;
    std::size_t m_shownFrames = 0;
};

} // namespace faultline::symbolicate
