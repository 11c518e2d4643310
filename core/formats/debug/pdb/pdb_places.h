// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/codeview/variable_records.h"
#include "core/formats/debug/object/value_info.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace faultline::pdb {

/// Where x86's virtual frame is in a function ($T0 of its frame data).
enum class PdbVirtualFrame : std::uint8_t {
    Unknown,
    BelowReturnAddress, ///< Where the return address is.
    FramePointer
};

/// A place for object::VariableInfo.
struct PdbPlace
{
    object::LocationExpression location;
    bool isInFrame = false; ///< Counts from a register that the prologue moves.
};

/// What a function says about its frame.
struct PdbFrame
{
    codeview::FrameRecord record;
    PdbVirtualFrame virtualFrame = PdbVirtualFrame::Unknown;
};

/// Writes places of CodeView as location expressions of DWARF, which can say all of them. Owns the
/// expressions, which live as long as it does.
class PdbPlaces
{
public:
    /// The size of the scalar at an offset in a variable; 0 when none begins there.
    using SizeAt = std::function<std::uint64_t(std::uint32_t offset)>;

    explicit PdbPlaces(std::uint16_t machine) : m_machine(machine) {}

    /// The whole register; bytes of a value beyond it are nowhere.
    PdbPlace inRegister(std::uint16_t number);
    PdbPlace relativeTo(std::uint16_t number, std::int32_t offset, const PdbFrame& frame);
    /// The frame pointer that S_BPREL32 counts from.
    PdbPlace relativeToBasePointer(std::int32_t offset, const PdbFrame& frame);
    object::LocationExpression atAddress(std::uint32_t rva);
    object::LocationExpression ofThread(std::uint32_t offset);
    /// The place of an object's virtual base, given the object's address.
    object::LocationExpression virtualBase(std::uint64_t pointerOffset, std::uint64_t index);

    /// The place of a variable by those of its records that hold at an address. Absent: nowhere.
    std::optional<PdbPlace> of(std::span<const codeview::PlaceRecord> records,
                               bool isParameter,
                               const PdbFrame& frame,
                               const SizeAt& sizeAt);

private:
    class Writer;

    bool write(const codeview::PlaceRecord& record,
               bool isParameter,
               const PdbFrame& frame,
               Writer& out) const;
    PdbPlace partly(std::vector<const codeview::PlaceRecord*> parts,
                    const PdbFrame& frame,
                    const SizeAt& sizeAt);
    PdbPlace keep(Writer out, bool isInFrame);

    std::uint16_t m_machine;
    std::deque<std::vector<std::byte>> m_expressions;
};

} // namespace faultline::pdb
