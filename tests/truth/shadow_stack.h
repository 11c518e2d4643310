// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace faultline::truth {

/// What is really on the stack of a program that is executed one instruction at a time: each call
/// adds its return address and the place where it was pushed. A record dies when sp rises above
/// its place, however the program got there (ret, longjmp, an exception). Knows nothing about
/// processes, so that tests can drive it.
class ShadowStack
{
public:
    using Id = std::uint64_t;

    /// A frame of a chain, callee first. `slot` is absent where no return address was pushed.
    struct Link
    {
        std::uint64_t address = 0;
        bool isExact = false; ///< No call led away from here: pc, or interrupted by a signal.
        std::optional<std::uint64_t> slot;
        Id id = 0; ///< Of the record; 0 for a frame without one.
    };

    explicit ShadowStack(unsigned wordBytes) : m_wordBytes(wordBytes) {}

    /// A call pushed its return address to `slot`. `stack` names the memory that sp points into.
    void called(std::uint64_t slot, std::uint64_t returnAddress, std::uint64_t stack);
    /// The kernel put a signal frame on the stack; `restorer` is at `slot`.
    void signalled(std::uint64_t slot,
                   std::uint64_t restorer,
                   std::uint64_t stack,
                   std::uint64_t interruptedPc,
                   std::uint64_t interruptedSp);
    /// The program left its newest signal handler by the system call for that.
    void signalReturned();

    struct Return
    {
        Id id = 0; ///< 0: no call pushed the address that was read.
        bool isConfirmed = false;
    };

    /// A return instruction read the word at `slot` and went to `target`. Call moved() afterwards.
    Return returned(std::uint64_t slot, std::uint64_t target);
    /// sp has this value now. `isReturn` tells whether a return instruction moved it.
    void moved(std::uint64_t sp, std::uint64_t stack, bool isReturn);
    /// Control went to an address that the instruction does not name.
    void jumped();

    /// sp already belongs to the function that longjmp or an exception goes to, but pc does not.
    /// The next jump names that function.
    bool isLeaving() const { return m_isLeaving; }

    /// False for good after the program has gone to a stack of its own making.
    bool isSure() const { return m_isSure; }

    /// A function took its return address off the stack and then called another one (OCaml's
    /// caml_c_call): its caller is still there, but no record tells it.
    bool hidesFrames() const;
    bool isInSignalHandler() const;

    std::size_t depth() const { return m_records.size(); }

    std::vector<Link> chain(std::uint64_t pc) const;

private:
    struct Record
    {
        Id id = 0;
        std::uint64_t slot = 0;
        std::uint64_t returnAddress = 0;
        std::uint64_t stack = 0;
        bool isSignalFrame = false;
        bool hidesAnother = false; ///< The caller's own return address is in no slot.
        /// Of a signal frame: what it interrupted, and on which stack.
        std::uint64_t interruptedPc = 0;
        std::uint64_t interruptedSp = 0;
        std::uint64_t interruptedStack = 0;
    };

    bool isDead(const Record& record, std::uint64_t sp, std::uint64_t stack) const;

    unsigned m_wordBytes;
    std::vector<Record> m_records;
    Id m_nextId = 1;
    std::uint64_t m_stack = 0; ///< The stack of the last move; 0 before the first.
    bool m_isLeaving = false;
    /// The one record that died when leaving began. It lives again if sp goes back below it: a
    /// function may pop its return address to read it.
    std::optional<Record> m_taken;
    bool m_isSure = true;
};

} // namespace faultline::truth
