// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/native/stack_collector.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace faultline::symbolicate {

/// Walks one thread with unwind data alone, before the symbols are there. It ends where symbols
/// could lead to another caller, so its frames are those of the whole walk. Not thread-safe.
class StackPreview
{
public:
    /// Everything that is referred to must outlive the preview.
    StackPreview(const Services& services,
                 const Event& event,
                 const unwind::ModuleMap& modules,
                 unwind::UnwindPreference preference,
                 ModuleResolver& resolver,
                 std::uint32_t thread);
    ~StackPreview();
    StackPreview(const StackPreview&) = delete;
    StackPreview& operator=(const StackPreview&) = delete;

    /// Goes on as far as certain unwind data leads, and requests the module that is needed next.
    /// Never waits.
    void walkOn();

    /// No further frame will come.
    bool isOver() const { return m_isOver; }

    const WalkedThread& walked() const { return m_walked; }

private:
    class Provider;

    bool takeStep();

    ModuleResolver& m_resolver;
    const std::unique_ptr<Provider> m_provider;
    unwind::StackWalker m_walker;
    WalkedThread m_walked;
    bool m_isOver = false;
};

} // namespace faultline::symbolicate
