// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// RUNTIME_FUNCTION of x64 `.pdata`; RVAs. Layout: winnt.h, IMAGE_RUNTIME_FUNCTION_ENTRY.
struct RuntimeFunction
{
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t unwindInfo =
        0; ///< If bit 0 is set: RVA + 1 of another RuntimeFunction to use instead.
};

inline constexpr std::size_t kRuntimeFunctionBytes = 12;

RuntimeFunction readRuntimeFunction(Bytes bytes);

/// UNWIND_INFO of x64 `.xdata`, versions 1 and 2. Layout: Microsoft, "x64 exception handling".
struct PeUnwindInfo
{
    std::uint8_t version = 0;
    std::uint8_t flags = 0;
    std::uint8_t prologBytes = 0;
    std::uint8_t frameRegister = 0; ///< Register number as instructions encode it; 0: none.
    std::uint32_t frameOffsetBytes = 0;
    Bytes codes; ///< 2 bytes per slot, in `backing`.
    ByteView backing;
    std::optional<RuntimeFunction> chained;
};

/// The largest size of an UNWIND_INFO with its chained entry.
inline constexpr std::size_t kMaxUnwindInfoBytes = 4 + 2 * 256 + kRuntimeFunctionBytes;

/// Errors: Malformed (too short), Unsupported (version).
Result<PeUnwindInfo> readPeUnwindInfo(ByteView bytes);

/// One unwind code.
struct PeUnwindCode
{
    enum class Op : std::uint8_t {
        PushNonvolatile,
        AllocLarge,
        AllocSmall,
        SetFramePointer,
        SaveNonvolatile,
        SaveNonvolatileFar,
        Epilog,
        Spare,
        SaveXmm128,
        SaveXmm128Far,
        PushMachineFrame,
    };
    Op op = Op::PushNonvolatile;
    std::uint8_t prologOffset = 0; ///< Offset after the prolog instruction that this code undoes.
    std::uint8_t info = 0;
    std::uint32_t operand = 0; ///< Bytes, already scaled.
};

/// Steps through the codes of one UNWIND_INFO.
class PeUnwindCodes
{
public:
    explicit PeUnwindCodes(const PeUnwindInfo& info) : m_codes(info.codes), m_version(info.version)
    {
    }

    bool atEnd() const { return m_slot * 2 >= m_codes.size(); }

    /// Errors: Malformed (unknown operation, operands missing).
    Result<PeUnwindCode> next();

private:
    std::uint32_t slot(std::size_t ahead) const;

    Bytes m_codes;
    std::size_t m_slot = 0;
    std::uint8_t m_version;
};

} // namespace faultline::unwind
