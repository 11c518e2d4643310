// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/pe_unwind_info.h"

#include "core/base/byte_reader.h"

namespace faultline::unwind {

namespace {

constexpr std::uint8_t kChainInfo = 4;

} // namespace

RuntimeFunction readRuntimeFunction(Bytes bytes)
{
    ByteReader reader(bytes);
    RuntimeFunction function;
    function.begin = reader.u32();
    function.end = reader.u32();
    function.unwindInfo = reader.u32();
    return reader.ok() ? function : RuntimeFunction{};
}

Result<PeUnwindInfo> readPeUnwindInfo(ByteView bytes)
{
    ByteReader reader(bytes.span());
    PeUnwindInfo info;
    info.backing = bytes;
    const auto versionAndFlags = reader.u8();
    info.version = versionAndFlags & 7;
    info.flags = versionAndFlags >> 3;
    info.prologBytes = reader.u8();
    const std::size_t slots = reader.u8();
    const auto frame = reader.u8();
    info.frameRegister = frame & 0x0f;
    info.frameOffsetBytes = (frame >> 4) * 16u;
    info.codes = reader.bytes(slots * 2);
    if (!reader.ok())
        return fail(ErrorKind::Malformed, "unwind info: ", slots, " code slots do not fit ",
                    bytes.size(), " bytes");
    if (info.version != 1 && info.version != 2)
        return fail(ErrorKind::Unsupported, "unwind info version ", info.version);
    if ((info.flags & kChainInfo) == 0)
        return info;
    reader.skip(slots % 2 * 2); // The slots are padded to an even count.
    const auto chained = reader.bytes(kRuntimeFunctionBytes);
    if (!reader.ok())
        return fail(ErrorKind::Malformed, "unwind info: the chained entry is missing");
    info.chained = readRuntimeFunction(chained);
    return info;
}

std::uint32_t PeUnwindCodes::slot(std::size_t ahead) const
{
    ByteReader reader(m_codes);
    reader.seek((m_slot + ahead) * 2);
    return reader.u16();
}

Result<PeUnwindCode> PeUnwindCodes::next()
{
    using Op = PeUnwindCode::Op;
    const auto first = slot(0);
    PeUnwindCode code;
    code.prologOffset = static_cast<std::uint8_t>(first & 0xff);
    const auto number = first >> 8 & 0x0f;
    code.info = static_cast<std::uint8_t>(first >> 12);
    if (number > static_cast<std::uint32_t>(Op::PushMachineFrame))
        return fail(ErrorKind::Malformed, "unwind code ", number, " in slot ", m_slot,
                    " is not known");
    code.op = static_cast<Op>(number);
    std::size_t slots = 1;
    const auto wide = slot(1) | slot(2) << 16;
    switch (code.op) {
    case Op::AllocLarge:
        slots = code.info == 0 ? 2 : 3;
        code.operand = code.info == 0 ? slot(1) * 8 : wide;
        break;
    case Op::AllocSmall: code.operand = code.info * 8u + 8; break;
    case Op::SaveNonvolatile:
        slots = 2;
        code.operand = slot(1) * 8;
        break;
    case Op::SaveNonvolatileFar:
        slots = 3;
        code.operand = wide;
        break;
    case Op::Epilog: slots = m_version == 1 ? 2 : 1; break; // Version 1: the retired SAVE_XMM.
    case Op::Spare: slots = 3; break;
    case Op::SaveXmm128: slots = 2; break;
    case Op::SaveXmm128Far: slots = 3; break;
    case Op::PushNonvolatile:
    case Op::SetFramePointer:
    case Op::PushMachineFrame: break;
    }
    if ((m_slot + slots) * 2 > m_codes.size())
        return fail(ErrorKind::Malformed, "unwind code ", number, " in slot ", m_slot,
                    " lacks its operands");
    m_slot += slots;
    return code;
}

} // namespace faultline::unwind
