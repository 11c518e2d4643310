// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline {

/// What the crashing instruction, the registers and the memory map say about a crash in addition to
/// its reason. Values only; core/analysis/crash_analyzer.h makes them. The rules are those of
/// rust-minidump and Breakpad (docs/spec/stackwalk.md §§12, 15). Addresses are the process's own.

enum class MemoryAccessKind : std::uint8_t { Unknown, Read, Write, ReadWrite };

/// "Read", "Write", "ReadWrite"; empty for Unknown.
std::string_view memoryAccessKindName(MemoryAccessKind kind);

struct MemoryAccess
{
    std::uint64_t address = 0;
    std::uint32_t sizeBytes = 0; ///< 0: unknown.
    MemoryAccessKind kind = MemoryAccessKind::Unknown;
    bool isNullDereference = false; ///< The base register, or the address itself, is zero.
    bool isGuardPage = false;       ///< The address lies in a likely guard page.
};

/// Where execution would have continued after the instruction.
struct InstructionTarget
{
    enum class State : std::uint8_t {
        Undetermined, ///< A conditional jump, or a jump whose operand is unknown.
        Next,         ///< Execution continues at the next instruction.
        Known
    } state = State::Undetermined;
    std::uint64_t address = 0; ///< For Known.
    bool isNull = false;
    bool isGuardPage = false;
};

struct CrashInstruction
{
    std::uint64_t address = 0;
    std::uint32_t sizeBytes = 0;
    std::string text;      ///< LLVM's assembly; Intel syntax on x86.
    bool fromFile = false; ///< The event lacks the code; it comes from the module's file.
    std::string
        codeNote; ///< Says that the event's code differs from the file's; empty when it does not.
    bool isDivision = false;
    bool isPrivileged = false;
    bool isControlFlow = false;
    bool isStringOperation = false;  ///< x86 block copies and searches.
    bool areAccessesCertain = false; ///< The memory accesses of this instruction are known exactly.
    bool onlyFaultsWhenNonCanonical =
        false; ///< A general protection fault can have no other cause here.
    std::optional<std::vector<MemoryAccess>>
        accesses; ///< Absent when a register needed to compute them is unknown.
    InstructionTarget target;
    std::vector<std::string> registers; ///< The registers that form addresses, sorted.
};

struct AdjustedAddress
{
    enum class Kind : std::uint8_t { NonCanonical, NullPointer } kind = Kind::NonCanonical;
    std::uint64_t value = 0; ///< The real address, or the offset from null.
};

/// A mapped address that differs in one bit from an address used by the crash.
struct PossibleBitFlip
{
    std::uint64_t address = 0;
    std::string sourceRegister; ///< Empty when it derives from the crash address.
    bool wasNonCanonical = false;
    bool isNull = false;
    bool wasLow = false;
    std::uint32_t nearbyRegisters = 0;
    bool poisonRegisters = false;
    float confidence = 0; ///< From 0 to 1.
};

enum class CrashInconsistency : std::uint8_t {
    DivisionByZeroNotPossible,
    PrivilegedCrashWithoutPrivilegedInstruction,
    NonCanonicalAddressFalselyReported,
    AccessNotAmongInstructionsAccesses,
    ViolationWhereAccessIsAllowed
};

/// rust-minidump's names: "int_div_by_zero_not_possible", …
std::string_view crashInconsistencyName(CrashInconsistency inconsistency);

/// Breakpad's ratings.
enum class Exploitability : std::uint8_t {
    NotAnalyzed, ///< There are no rules for the system, or the file lacks what they need.
    None,
    Interesting,
    Low,
    Medium,
    High
};

/// "not analyzed", "none", "interesting", "low", "medium", "high".
std::string_view exploitabilityName(Exploitability rating);

struct CrashAnalysis
{
    std::optional<CrashInstruction> instruction;
    std::string instructionProblem; ///< Why there is no instruction; empty when there is one.
    std::optional<AdjustedAddress> adjustedAddress;
    bool isGuardPageHit = false; ///< The crash address lies in a likely guard page.
    std::vector<PossibleBitFlip> bitFlips;
    std::vector<CrashInconsistency> inconsistencies;
    Exploitability exploitability = Exploitability::NotAnalyzed;
    std::vector<std::string> exploitabilityReasons; ///< Sorted by weight, for people.

    /// The flip worth reporting; null when there is none. A small address that one bit would turn
    /// into null is not reported: it is an offset from a null pointer.
    const PossibleBitFlip* likeliestBitFlip() const;
};

} // namespace faultline
