#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline {

/// What the crashing instruction, the registers and the memory map say about a crash beyond its
/// reason: values only, made by core/analysis/crash_analyzer.h. The rules are rust-minidump's and
/// Breakpad's (docs/spec/stackwalk.md §§12, 15). Addresses are the process's own.

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

/// Where the instruction would have continued.
struct InstructionTarget
{
    enum class State : std::uint8_t {
        Undetermined, ///< A conditional jump, or its operand is not known.
        Next,         ///< It only goes on to the next instruction.
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
    std::string text;      ///< LLVM's assembly; Intel's syntax on x86.
    bool fromFile = false; ///< The code comes from the module's file: the event lacks it.
    std::string codeNote;  ///< The event's code differs from the file's; empty when not.
    bool isDivision = false;
    bool isPrivileged = false;
    bool isControlFlow = false;
    bool isStringOperation = false; ///< x86's block copies and searches.
    bool areAccessesCertain =
        false; ///< The instruction is one of those whose accesses are known exactly.
    bool onlyFaultsWhenNonCanonical =
        false; ///< A general protection fault has no other cause here.
    std::optional<std::vector<MemoryAccess>>
        accesses; ///< Absent when a register that it needs is not known.
    InstructionTarget target;
    std::vector<std::string> registers; ///< Those that form addresses, sorted.
};

struct AdjustedAddress
{
    enum class Kind : std::uint8_t { NonCanonical, NullPointer } kind = Kind::NonCanonical;
    std::uint64_t value = 0; ///< The real address, or the offset from null.
};

/// A mapped address one flipped bit away from one that the crash used.
struct PossibleBitFlip
{
    std::uint64_t address = 0;
    std::string sourceRegister; ///< Empty: from the crash address.
    bool wasNonCanonical = false;
    bool isNull = false;
    bool wasLow = false;
    std::uint32_t nearbyRegisters = 0;
    bool poisonRegisters = false;
    float confidence = 0; ///< 0 to 1.
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
    NotAnalyzed, ///< The system has no rules, or the file lacks what they need.
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
    std::string instructionProblem; ///< Why there is none; empty when there is.
    std::optional<AdjustedAddress> adjustedAddress;
    bool isGuardPageHit = false; ///< The crash address lies in a likely guard page.
    std::vector<PossibleBitFlip> bitFlips;
    std::vector<CrashInconsistency> inconsistencies;
    Exploitability exploitability = Exploitability::NotAnalyzed;
    std::vector<std::string> exploitabilityReasons; ///< In order of weight, for people.

    /// The one to tell people of; null: none. A small address that one bit would make null is not:
    /// it is an offset from a null pointer.
    const PossibleBitFlip* likeliestBitFlip() const;
};

} // namespace faultline
