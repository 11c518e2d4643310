// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/step_basis.h"

#include "core/unwind/rules/address_rules.h"
#include "core/unwind/walk/known_starts.h"
#include "core/unwind/walk/return_sequence.h"
#include "core/unwind/walk/signal_trampoline.h"

#include <algorithm>
#include <array>

namespace faultline::unwind {

namespace {

/// The facts about one frame that steps ask for.
class Basis
{
public:
    Basis(WalkEnvironment& environment, const Callee& callee)
        : m_environment(environment), m_callee(callee)
    {
    }

    bool isFamily(std::initializer_list<CpuFamily> families) const
    {
        return std::ranges::find(families, m_environment.family) != families.end();
    }

    bool isIntel() const { return isFamily({CpuFamily::Intel32, CpuFamily::Intel64}); }

    bool isSystem(std::initializer_list<OsFamily> systems) const
    {
        return std::ranges::find(systems, m_environment.event.system.os) != systems.end();
    }

    bool isWindows() const { return isSystem({OsFamily::Windows}); }

    bool hasInstructions() const
    {
        std::array<std::byte, 4> code{};
        return m_environment.modules.readCode(m_callee.pc, m_callee.module, code) != 0;
    }

    std::optional<WalkFunction> function() const
    {
        return functionAt(m_environment, m_callee.lookupAddress, m_callee.module);
    }

    bool hasRegister(std::optional<std::uint8_t> index) const
    {
        return index && m_callee.registers.has(*index);
    }

    /// The first fact that is missing to follow x86 code from the present instruction.
    WalkLack forIntelCode() const
    {
        if (!isIntel())
            return WalkLack::Processor;
        if (isFamily({CpuFamily::Intel32}) && isWindows())
            return WalkLack::System;
        if (m_callee.isSpGuessed)
            return WalkLack::StackPointer;
        return hasInstructions() ? WalkLack::Nothing : WalkLack::Instructions;
    }

    WalkLack forTrampoline() const
    {
        if (!isSystem({OsFamily::Linux, OsFamily::Android}))
            return WalkLack::System;
        if (isFamily({CpuFamily::Mips32, CpuFamily::Mips64, CpuFamily::Ppc32}))
            return WalkLack::Processor;
        if (!hasInstructions())
            return WalkLack::Instructions;
        return isSignalTrampoline(m_environment, m_callee.pc) ? WalkLack::Nothing
                                                              : WalkLack::Trampoline;
    }

    WalkLack forMacHandler() const
    {
        if (!isFamily({CpuFamily::Intel64}))
            return WalkLack::Processor;
        if (!isSystem({OsFamily::MacOs, OsFamily::Ios}))
            return WalkLack::System;
        if (m_callee.isContext)
            return WalkLack::Call;
        const auto named = function();
        if (!named)
            return WalkLack::Function;
        const bool isHandler = named->name == "_sigtramp" || named->name == "__sigtramp";
        return isHandler ? WalkLack::Nothing : WalkLack::SpecialFunction;
    }

    WalkLack forKnownStart() const
    {
        if (m_callee.isContext)
            return WalkLack::Call;
        const auto named = function();
        if (!named)
            return WalkLack::Function;
        return isThreadStart(named->name, m_environment.event.system.os)
                   ? WalkLack::Nothing
                   : WalkLack::SpecialFunction;
    }

    WalkLack forBsdStart() const
    {
        return isSystem({OsFamily::FreeBsd, OsFamily::NetBsd, OsFamily::OpenBsd})
                   ? forKnownStart()
                   : WalkLack::System;
    }

    WalkLack forFunclet() const
    {
        if (!isFamily({CpuFamily::Intel32}))
            return WalkLack::Processor;
        if (!isWindows())
            return WalkLack::System;
        return hasRegister(specialRegisters(CpuFamily::Intel32).fp) ? WalkLack::Nothing
                                                                    : WalkLack::Register;
    }

    WalkLack forGoStacks() const
    {
        if (!isFamily({CpuFamily::Intel64}))
            return WalkLack::Processor;
        const auto named = function();
        if (!named)
            return WalkLack::Function;
        return named->name.starts_with("runtime.") ? WalkLack::Nothing : WalkLack::SpecialFunction;
    }

    WalkLack forUnwindData() const
    {
        if (!m_callee.module)
            return WalkLack::Module;
        const auto* module = m_environment.modules.get(*m_callee.module);
        if (module == nullptr || module->state != WalkModule::State::Ready)
            return WalkLack::File;
        return module->unwind ? WalkLack::Nothing : WalkLack::UnwindData;
    }

    WalkLack forBadCall() const
    {
        if (!m_callee.isExact)
            return WalkLack::ExactAddress;
        const bool isCode = isExecutable(m_environment, m_callee.pc).value_or(false);
        return isCode ? WalkLack::BadAddress : WalkLack::Nothing;
    }

    WalkLack forFollowedInstructions() const
    {
        const auto lack = forIntelCode();
        return lack == WalkLack::Nothing && !function() ? WalkLack::Function : lack;
    }

    WalkLack forPrologueOrEpilogue() const
    {
        if (!isIntel() && !isArm64(m_environment.family) && !isFamily({CpuFamily::Arm32}))
            return WalkLack::Processor;
        if (m_callee.isSpGuessed)
            return WalkLack::StackPointer;
        if (isUnprovableStub(m_environment, m_callee))
            return WalkLack::File;
        return hasInstructions() ? WalkLack::Nothing : WalkLack::Instructions;
    }

    WalkLack forArm64Ways() const
    {
        if (!isArm64(m_environment.family))
            return WalkLack::Processor;
        return m_callee.isExact ? forPrologueOrEpilogue() : WalkLack::ExactAddress;
    }

    WalkLack forVsyscall() const
    {
        if (!isFamily({CpuFamily::Intel32}))
            return WalkLack::Processor;
        if (!m_callee.isExact)
            return WalkLack::ExactAddress;
        const auto& modules = m_environment.event.modules;
        return m_callee.module && isVdso(modules[*m_callee.module]) ? WalkLack::Nothing
                                                                    : WalkLack::KernelLibrary;
    }

    WalkLack forLinkRegister(bool isOnlyArm64) const
    {
        const auto lr = specialRegisters(m_environment.family).lr;
        if (!lr || (isOnlyArm64 && !isArm64(m_environment.family)))
            return WalkLack::Processor;
        if (!m_callee.isExact)
            return WalkLack::ExactAddress;
        return hasRegister(lr) ? WalkLack::Nothing : WalkLack::Register;
    }

    WalkLack forFramePointer() const
    {
        if (isFamily({CpuFamily::Ppc32, CpuFamily::Ppc64}))
            return m_callee.isExact ? WalkLack::Call : WalkLack::Nothing;
        if (isFamily({CpuFamily::Arm32}))
            return isSystem({OsFamily::Ios}) ? WalkLack::Nothing : WalkLack::System;
        if (!isIntel() && !isArm64(m_environment.family))
            return WalkLack::Processor;
        return hasRegister(specialRegisters(m_environment.family).fp) ? WalkLack::Nothing
                                                                      : WalkLack::Register;
    }

private:
    WalkEnvironment& m_environment;
    const Callee& m_callee;
};

} // namespace

WalkLack lackOf(WalkStep step, WalkEnvironment& environment, const Callee& callee)
{
    const Basis basis(environment, callee);
    switch (step) {
    case WalkStep::SignalTrampoline: return basis.forTrampoline();
    case WalkStep::MacSignalHandler: return basis.forMacHandler();
    case WalkStep::BsdStart: return basis.forBsdStart();
    case WalkStep::Funclet: return basis.forFunclet();
    case WalkStep::GoStacks: return basis.forGoStacks();
    case WalkStep::UnwindData: return basis.forUnwindData();
    case WalkStep::BadCall: return basis.forBadCall();
    case WalkStep::FollowedInstructions: return basis.forFollowedInstructions();
    case WalkStep::KnownStart: return basis.forKnownStart();
    case WalkStep::PrologueOrEpilogue: return basis.forPrologueOrEpilogue();
    case WalkStep::CallerByTarget:
    case WalkStep::WaysToReturn: return basis.forIntelCode();
    case WalkStep::Arm64WaysToReturn: return basis.forArm64Ways();
    case WalkStep::Vsyscall: return basis.forVsyscall();
    case WalkStep::LinkRegister: return basis.forLinkRegister(true);
    case WalkStep::UncheckedLinkRegister: return basis.forLinkRegister(false);
    case WalkStep::PreferredFramePointer:
    case WalkStep::FramePointer: return basis.forFramePointer();
    case WalkStep::Scan: return WalkLack::Nothing;
    }
    return WalkLack::Nothing;
}

std::optional<std::uint64_t>
startOf(WalkStep step, const WalkEnvironment& environment, const Callee& callee)
{
    const auto special = specialRegisters(environment.family);
    switch (step) {
    case WalkStep::PreferredFramePointer:
    case WalkStep::FramePointer: return callee.registers.find(special.fp);
    case WalkStep::LinkRegister:
    case WalkStep::UncheckedLinkRegister:
        return special.lr ? callee.registers.find(*special.lr) : std::nullopt;
    default: return std::nullopt;
    }
}

} // namespace faultline::unwind
