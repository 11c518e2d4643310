// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/unwind/tables/arm64_unwind_codes.h"

#include <array>
#include <span>

namespace faultline::unwind {

/// An entry of PE ARM64 `.pdata`. Layout: winnt.h, IMAGE_ARM64_RUNTIME_FUNCTION_ENTRY.
struct PeArm64Function
{
    std::uint32_t begin = 0; ///< RVA.
    std::uint32_t data = 0;  ///< RVA of the `.xdata` record, or the packed record itself.

    enum class Form : std::uint8_t { Xdata, Packed, PackedFragment, Reserved };

    Form form() const { return static_cast<Form>(data & 3); }
};

inline constexpr std::size_t kPeArm64FunctionBytes = 8;

PeArm64Function readPeArm64Function(Bytes bytes);

/// The part of a function's prolog or epilog that has run. The codes to undo begin at `offset`;
/// their first `skipped` instructions do not count.
struct Arm64Sequence
{
    std::size_t offset = 0;
    std::uint32_t skipped = 0;
};

/// An `.xdata` record. Source: Microsoft, "ARM64 exception handling", .xdata records.
class PeArm64Record
{
public:
    /// Errors: Malformed (does not fit into the bytes), Unsupported (version).
    static Result<PeArm64Record> read(ByteView bytes);

    std::uint32_t functionBytes() const { return m_functionBytes; }

    Bytes codes() const { return m_codes; }

    /// The codes to undo when pc is that many instructions into the function. Epilogs count only
    /// for an exact pc. Errors: Malformed.
    Result<Arm64Sequence> sequenceAt(std::uint32_t instruction, bool isExact) const;

private:
    PeArm64Record() = default;

    Result<std::optional<Arm64Sequence>> epilogAt(std::uint32_t instruction) const;

    ByteView m_bytes;
    Bytes m_codes;
    Bytes m_scopes; // 4 bytes per epilog.
    std::uint32_t m_functionBytes = 0;
    std::uint32_t m_singleEpilog = 0; // Index of its first code.
    bool m_hasSingleEpilog = false;
};

/// The largest size of an `.xdata` record before its handler's data: header, extension, 65535
/// scopes, 255 words of codes.
inline constexpr std::size_t kMaxPeArm64RecordBytes = 8 + 65535 * 4 + 255 * 4;

/// The codes that a packed record stands for, in stored order: the prolog's last instruction comes
/// first. Source: Microsoft, "ARM64 exception handling", packed unwind data.
class PackedArm64Codes
{
public:
    /// Errors: Malformed (contradictory fields).
    static Result<PackedArm64Codes> make(const PeArm64Function& function);

    std::uint32_t functionBytes() const { return m_functionBytes; }

    /// Chooses the codes to undo like PeArm64Record::sequenceAt.
    std::span<const Arm64UnwindCode> codesAt(std::uint32_t instruction, bool isExact);

private:
    PackedArm64Codes() = default;

    struct Layout;

    void addIntegers(const Layout& layout);
    void addFloats(const Layout& layout);
    void addParameters(const Layout& layout);
    void addLocals(const Layout& layout);
    void add(const Arm64UnwindCode& code);
    void addSave(const Layout& layout, Arm64UnwindCode code);

    static constexpr std::size_t kMost = 24; // pacibsp, 5 and 1, 4, 4, 2, 1, 1.

    std::array<Arm64UnwindCode, kMost> m_codes{};
    std::size_t m_count = 0;
    std::uint32_t m_functionBytes = 0;
    std::uint32_t m_savedBytes = 0; // Size of the save area filled so far.
    bool m_isFragment = false;
};

} // namespace faultline::unwind
