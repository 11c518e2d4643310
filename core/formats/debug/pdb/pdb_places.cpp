// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_places.h"

#include "core/formats/debug/pdb/pdb_registers.h"

#include <algorithm>

namespace faultline::pdb {

namespace {

/// DWARF 5, table 7.9.
constexpr std::uint8_t kOpAddr = 0x03;
constexpr std::uint8_t kOpDeref = 0x06;
constexpr std::uint8_t kOpConst1u = 0x08;
constexpr std::uint8_t kOpConstu = 0x10;
constexpr std::uint8_t kOpConsts = 0x11;
constexpr std::uint8_t kOpDup = 0x12;
constexpr std::uint8_t kOpPlus = 0x22;
constexpr std::uint8_t kOpPlusUconst = 0x23;
constexpr std::uint8_t kOpShl = 0x24;
constexpr std::uint8_t kOpShra = 0x26;
constexpr std::uint8_t kOpRegx = 0x90;
constexpr std::uint8_t kOpBregx = 0x92;
constexpr std::uint8_t kOpPiece = 0x93;
constexpr std::uint8_t kOpDerefSize = 0x94;
constexpr std::uint8_t kOpFormTlsAddress = 0x9b;
constexpr std::uint8_t kOpCallFrameCfa = 0x9c;
constexpr std::uint8_t kOpBitPiece = 0x9d;
/// No operation, so that the place is one that is not understood.
constexpr std::uint8_t kOpHiUser = 0xff;

constexpr std::uint16_t kEax = 17;
constexpr std::uint16_t kEdx = 19;
constexpr std::uint16_t kEbp = 22;
constexpr unsigned kStackPointerBase = 1; // FrameRecord::Base.
constexpr unsigned kFramePointerBase = 2;

} // namespace

class PdbPlaces::Writer
{
public:
    Writer& op(std::uint8_t code)
    {
        m_bytes.push_back(static_cast<std::byte>(code));
        return *this;
    }

    Writer& unsignedLeb(std::uint64_t value)
    {
        do {
            const auto low = value & 0x7f;
            value >>= 7;
            op(static_cast<std::uint8_t>(low | (value != 0 ? 0x80 : 0)));
        } while (value != 0);
        return *this;
    }

    Writer& signedLeb(std::int64_t value)
    {
        for (bool goesOn = true; goesOn;) {
            const auto low = static_cast<std::uint8_t>(value & 0x7f);
            value >>= 7;
            goesOn = !((value == 0 && (low & 0x40) == 0) || (value == -1 && (low & 0x40) != 0));
            op(static_cast<std::uint8_t>(low | (goesOn ? 0x80 : 0)));
        }
        return *this;
    }

    Writer& fixed(std::uint64_t value, unsigned bytes)
    {
        for (unsigned i = 0; i < bytes; ++i)
            op(static_cast<std::uint8_t>(value >> (8 * i)));
        return *this;
    }

    /// A piece of the register that the part has at most; `mostBytes` 0: all of it.
    Writer& registerPiece(const PdbRegister& part, std::uint64_t mostBytes)
    {
        const auto bytes = mostBytes == 0 ? std::uint64_t{part.sizeBytes}
                                          : std::min<std::uint64_t>(part.sizeBytes, mostBytes);
        return op(kOpRegx)
            .unsignedLeb(part.dwarf)
            .op(kOpBitPiece)
            .unsignedLeb(8 * bytes)
            .unsignedLeb(8u * part.offsetBytes);
    }

    std::vector<std::byte> take() { return std::move(m_bytes); }

private:
    std::vector<std::byte> m_bytes;
};

PdbPlace PdbPlaces::keep(Writer out, bool isInFrame)
{
    const auto& bytes = m_expressions.emplace_back(out.take());
    return {.location = {.bytes = bytes, .unit = {}}, .isInFrame = isInFrame};
}

PdbPlace PdbPlaces::inRegister(std::uint16_t number)
{
    Writer out;
    if (number == kPdbRegisterPair && m_machine == kMachineX86)
        out.registerPiece(*pdbRegister(m_machine, kEax), 0)
            .registerPiece(*pdbRegister(m_machine, kEdx), 0);
    else if (const auto part = pdbRegister(m_machine, number))
        out.registerPiece(*part, 0);
    else
        out.op(kOpHiUser);
    return keep(std::move(out), false);
}

PdbPlace PdbPlaces::relativeTo(std::uint16_t number, std::int32_t offset, const PdbFrame& frame)
{
    codeview::PlaceRecord record;
    record.kind = codeview::PlaceRecord::Kind::RegisterRelative;
    record.registerNumber = number;
    record.offset = offset;
    Writer out;
    const bool isInFrame = write(record, false, frame, out);
    return keep(std::move(out), isInFrame);
}

PdbPlace PdbPlaces::relativeToBasePointer(std::int32_t offset, const PdbFrame& frame)
{
    const auto number = pdbFrameRegister(m_machine, kFramePointerBase);
    return relativeTo(number.value_or(0), offset, frame);
}

object::LocationExpression PdbPlaces::atAddress(std::uint32_t rva)
{
    Writer out;
    out.op(kOpAddr).fixed(rva, std::max<unsigned>(pdbAddressBytes(m_machine), 4));
    return keep(std::move(out), false).location;
}

object::LocationExpression PdbPlaces::ofThread(std::uint32_t offset)
{
    Writer out;
    out.op(kOpConstu).unsignedLeb(offset).op(kOpFormTlsAddress);
    return keep(std::move(out), false).location;
}

/// The object has a pointer to a table of 32-bit distances, which count from that pointer
/// (microsoft-pdb cvinfo.h, lfVBClass: vbpoff and vbteoff, an index).
object::LocationExpression PdbPlaces::virtualBase(std::uint64_t pointerOffset, std::uint64_t index)
{
    Writer out;
    out.op(kOpPlusUconst).unsignedLeb(pointerOffset).op(kOpDup).op(kOpDeref);
    out.op(kOpPlusUconst).unsignedLeb(4 * index).op(kOpDerefSize).op(4);
    if (pdbAddressBytes(m_machine) == 8)
        out.op(kOpConst1u).op(32).op(kOpShl).op(kOpConst1u).op(32).op(kOpShra);
    out.op(kOpPlus);
    return keep(std::move(out), false).location;
}

/// Writes what gives the address of a variable in memory, or its register. True when it counts from
/// a register that the prologue moves.
bool PdbPlaces::write(const codeview::PlaceRecord& record,
                      bool isParameter,
                      const PdbFrame& frame,
                      Writer& out) const
{
    using Kind = codeview::PlaceRecord::Kind;
    auto number = std::optional(record.registerNumber);
    if (record.kind == Kind::FramePointer)
        number =
            pdbFrameRegister(m_machine, static_cast<unsigned>(isParameter ? frame.record.parameters
                                                                          : frame.record.locals));
    if (record.kind == Kind::Other || !number) {
        out.op(kOpHiUser);
        return false;
    }
    const bool isVirtual = *number == kPdbVirtualFrame && m_machine == kMachineX86;
    if (isVirtual && frame.virtualFrame == PdbVirtualFrame::BelowReturnAddress) {
        out.op(kOpCallFrameCfa).op(kOpConsts).signedLeb(std::int64_t{record.offset} - 4);
        out.op(kOpPlus);
        return false;
    }
    if (isVirtual && frame.virtualFrame == PdbVirtualFrame::FramePointer)
        number = pdbFrameRegister(m_machine, kFramePointerBase);
    const auto base = pdbRegister(m_machine, *number);
    const bool isMoving =
        *number == pdbFrameRegister(m_machine, kStackPointerBase) && frame.record.allocatesMore;
    // On x86, the stack pointer moves with each argument, and other registers are restored while
    // the frame pointer still is the frame's.
    const bool isOtherOnX86 = m_machine == kMachineX86 && *number != kEbp;
    if (isMoving || isOtherOnX86 || !base || base->sizeBytes != pdbAddressBytes(m_machine)) {
        out.op(kOpHiUser);
        return false;
    }
    out.op(kOpBregx).unsignedLeb(base->dwarf).signedLeb(record.offset);
    return true;
}

std::optional<PdbPlace> PdbPlaces::of(std::span<const codeview::PlaceRecord> records,
                                      bool isParameter,
                                      const PdbFrame& frame,
                                      const SizeAt& sizeAt)
{
    std::vector<const codeview::PlaceRecord*> parts;
    for (const auto& record : records) {
        if (record.isDoubtful)
            continue;
        if (record.partAt) {
            parts.push_back(&record);
            continue;
        }
        if (record.kind == codeview::PlaceRecord::Kind::Register)
            return inRegister(record.registerNumber);
        Writer out;
        const bool isInFrame = write(record, isParameter, frame, out);
        return keep(std::move(out), isInFrame);
    }
    return parts.empty() ? std::nullopt : std::optional(partly(std::move(parts), frame, sizeAt));
}

/// Records of parts do not say how large the part is: it is the member that begins there.
PdbPlace PdbPlaces::partly(std::vector<const codeview::PlaceRecord*> parts,
                           const PdbFrame& frame,
                           const SizeAt& sizeAt)
{
    std::ranges::stable_sort(parts, {}, [](const auto* part) { return *part->partAt; });
    Writer out;
    bool isInFrame = false;
    std::uint64_t done = 0;
    for (const auto* part : parts) {
        const auto at = *part->partAt;
        const auto size = sizeAt(at);
        if (at < done || size == 0)
            continue;
        if (at > done)
            out.op(kOpPiece).unsignedLeb(at - done);
        done = at + size;
        if (part->kind != codeview::PlaceRecord::Kind::Register) {
            isInFrame = write(*part, false, frame, out) || isInFrame;
            out.op(kOpPiece).unsignedLeb(size);
            continue;
        }
        const auto found = pdbRegister(m_machine, part->registerNumber);
        if (!found) {
            out.op(kOpPiece).unsignedLeb(size);
            continue;
        }
        out.registerPiece(*found, size);
        if (size > found->sizeBytes)
            out.op(kOpPiece).unsignedLeb(size - found->sizeBytes);
    }
    return keep(std::move(out), isInFrame);
}

} // namespace faultline::pdb
