// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"

#include <optional>
#include <string_view>

namespace faultline::analysis {

/// The registers of the crashing thread by their names in assembly, including parts of registers
/// ("eax" of rax, "w0" of x0). Refers to the thread.
class RegisterValues
{
public:
    /// The thread must have registers.
    explicit RegisterValues(const EventThread& thread) : m_thread(thread) {}

    CpuFamily family() const { return m_thread.registers->family(); }

    std::uint64_t pc() const { return m_thread.registers->pc(); }

    std::uint64_t sp() const { return m_thread.registers->sp(); }

    std::optional<std::uint64_t> find(std::string_view name) const;
    /// rust-minidump's name of the full register that `name` is a part of.
    std::string_view fullName(std::string_view name) const;

    const RegisterSet& all() const { return *m_thread.registers; }

private:
    std::optional<std::uint64_t> extra(std::string_view name) const;

    const EventThread& m_thread;
};

} // namespace faultline::analysis
