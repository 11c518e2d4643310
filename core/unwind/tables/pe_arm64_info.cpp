// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/pe_arm64_info.h"

#include "core/base/byte_reader.h"

#include <algorithm>

namespace faultline::unwind {

namespace {

using Op = Arm64UnwindCode::Op;

constexpr std::uint32_t kLinkRegister = 30;

// The CR field: how lr and fp are saved.
enum class Chaining : std::uint8_t { None, SavesLink, SignedChain, Chain };

} // namespace

PeArm64Function readPeArm64Function(Bytes bytes)
{
    ByteReader reader(bytes);
    PeArm64Function function;
    function.begin = reader.u32();
    function.data = reader.u32();
    return function;
}

Result<PeArm64Record> PeArm64Record::read(ByteView bytes)
{
    ByteReader reader(bytes.span());
    const auto header = reader.u32();
    if (const auto version = header >> 18 & 3; version != 0)
        return fail(ErrorKind::Unsupported, "unwind record version ", version);
    PeArm64Record record;
    record.m_functionBytes = (header & 0x3ffff) * 4;
    record.m_hasSingleEpilog = (header >> 21 & 1) != 0;
    std::uint32_t epilogs = header >> 22 & 0x1f;
    std::uint32_t words = header >> 27;
    if (epilogs == 0 && words == 0) {
        const auto extension = reader.u32();
        epilogs = extension & 0xffff;
        words = extension >> 16 & 0xff;
    }
    if (record.m_hasSingleEpilog)
        record.m_singleEpilog = std::exchange(epilogs, 0);
    record.m_scopes = reader.bytes(std::uint64_t{epilogs} * 4);
    record.m_codes = reader.bytes(std::uint64_t{words} * 4);
    if (!reader.ok())
        return fail(ErrorKind::Malformed, "unwind record: ", epilogs, " epilogs and ", words,
                    " words of codes do not fit ", bytes.size(), " bytes");
    record.m_bytes = std::move(bytes);
    return record;
}

Result<Arm64Sequence> PeArm64Record::sequenceAt(std::uint32_t instruction, bool isExact) const
{
    FL_TRY(const auto prolog, countArm64Instructions(m_codes, 0));
    if (instruction < prolog)
        return Arm64Sequence{0, prolog - instruction};
    if (!isExact)
        return Arm64Sequence{};
    FL_TRY(const auto epilog, epilogAt(instruction));
    return epilog.value_or(Arm64Sequence{});
}

/// An epilog ends with one instruction without a code, the return.
Result<std::optional<Arm64Sequence>> PeArm64Record::epilogAt(std::uint32_t instruction) const
{
    if (m_hasSingleEpilog) {
        FL_TRY(const auto count, countArm64Instructions(m_codes, m_singleEpilog));
        const auto end = m_functionBytes / 4;
        const auto begin = end - std::min(end, count + 1);
        return instruction >= begin && instruction < end
                   ? std::optional(Arm64Sequence{m_singleEpilog, instruction - begin})
                   : std::nullopt;
    }
    ByteReader reader(m_scopes);
    while (!reader.atEnd()) {
        const auto scope = reader.u32();
        const auto begin = scope & 0x3ffff;
        const std::size_t index = scope >> 22;
        if (instruction < begin)
            continue;
        FL_TRY(const auto count, countArm64Instructions(m_codes, index));
        if (instruction - begin <= count)
            return Arm64Sequence{index, instruction - begin};
    }
    return std::nullopt;
}

/// The sizes that follow from a packed record's fields, in bytes.
struct PackedArm64Codes::Layout
{
    explicit Layout(std::uint32_t data)
        : integers(data >> 16 & 0xf), floats(data >> 13 & 7),
          homesParameters((data >> 20 & 1) != 0), chaining(static_cast<Chaining>(data >> 21 & 3)),
          frameBytes((data >> 23) * 16)
    {
        floats += floats != 0 ? 1 : 0;
        integerBytes = 8 * integers + (chaining == Chaining::SavesLink ? 8 : 0);
        saveBytes = (integerBytes + 8 * floats + (homesParameters ? 64 : 0) + 15) & ~15u;
    }

    bool isChained() const
    {
        return chaining == Chaining::Chain || chaining == Chaining::SignedChain;
    }

    std::uint32_t localBytes() const { return frameBytes - saveBytes; }

    std::uint32_t integers;
    std::uint32_t floats;
    bool homesParameters;
    Chaining chaining;
    std::uint32_t frameBytes;
    std::uint32_t integerBytes = 0;
    std::uint32_t saveBytes = 0;
};

Result<PackedArm64Codes> PackedArm64Codes::make(const PeArm64Function& function)
{
    const Layout layout(function.data);
    if (layout.integers > 10 || layout.saveBytes > layout.frameBytes)
        return fail(ErrorKind::Malformed, "packed unwind data ", Hex{function.data}, ": ",
                    layout.integers, " registers in a frame of ", layout.frameBytes, " bytes");
    PackedArm64Codes codes;
    codes.m_functionBytes = (function.data >> 2 & 0x7ff) * 4;
    codes.m_isFragment = function.form() == PeArm64Function::Form::PackedFragment;
    if (layout.chaining == Chaining::SignedChain)
        codes.add({.op = Op::SignLink});
    codes.addIntegers(layout);
    codes.addFloats(layout);
    codes.addParameters(layout);
    codes.addLocals(layout);
    // The codes were added in the prolog's order; unwind codes are stored in reverse.
    std::reverse(codes.m_codes.begin(),
                 codes.m_codes.begin() + static_cast<std::ptrdiff_t>(codes.m_count));
    return codes;
}

void PackedArm64Codes::add(const Arm64UnwindCode& code)
{
    m_codes[m_count++] = code;
}

/// The first save allocates the whole save area.
void PackedArm64Codes::addSave(const Layout& layout, Arm64UnwindCode code)
{
    code.preIndexed = m_savedBytes == 0;
    code.bytes = code.preIndexed ? layout.saveBytes : m_savedBytes;
    m_savedBytes += code.isPair || code.op == Op::SaveWithLink ? 16 : 8;
    add(code);
}

void PackedArm64Codes::addIntegers(const Layout& layout)
{
    constexpr std::uint32_t kFirst = 19;
    const bool savesLink = layout.chaining == Chaining::SavesLink;
    for (std::uint32_t i = 0; i < layout.integers; i += 2) {
        const auto first = static_cast<std::uint8_t>(kFirst + i);
        const bool isPair = i + 1 < layout.integers;
        const auto op = !isPair && savesLink ? Op::SaveWithLink : Op::SaveIntegers;
        addSave(layout, {.op = op, .first = first, .isPair = isPair});
    }
    if (savesLink && layout.integers % 2 == 0)
        addSave(layout, {.op = Op::SaveIntegers, .first = kLinkRegister});
}

void PackedArm64Codes::addFloats(const Layout& layout)
{
    constexpr std::uint32_t kFirst = 8;
    for (std::uint32_t i = 0; i < layout.floats; i += 2)
        addSave(layout, {.op = Op::SaveFloats,
                         .first = static_cast<std::uint8_t>(kFirst + i),
                         .isPair = i + 1 < layout.floats});
}

/// Four stores of x0 to x7, which nothing restores. The first one allocates the save area if no
/// other save has.
void PackedArm64Codes::addParameters(const Layout& layout)
{
    for (std::uint32_t i = 0; i < (layout.homesParameters ? 4u : 0u); ++i)
        add(i == 0 && m_savedBytes == 0
                ? Arm64UnwindCode{.op = Op::Allocate, .bytes = layout.saveBytes}
                : Arm64UnwindCode{.op = Op::Nop});
}

void PackedArm64Codes::addLocals(const Layout& layout)
{
    constexpr std::uint32_t kMostPreIndexed = 512;
    constexpr std::uint32_t kMostSubtracted = 4080;
    const auto bytes = layout.localBytes();
    const bool isPreIndexed = layout.isChained() && bytes <= kMostPreIndexed;
    if (!isPreIndexed && bytes > kMostSubtracted)
        add({.op = Op::Allocate, .bytes = kMostSubtracted});
    if (!isPreIndexed && bytes > 0)
        add({.op = Op::Allocate,
             .bytes = bytes > kMostSubtracted ? bytes - kMostSubtracted : bytes});
    if (!layout.isChained())
        return;
    add({.op = Op::SaveFrame, .preIndexed = isPreIndexed, .bytes = isPreIndexed ? bytes : 0});
    add({.op = Op::SetFrame});
}

std::span<const Arm64UnwindCode> PackedArm64Codes::codesAt(std::uint32_t instruction, bool isExact)
{
    const auto all = std::span<const Arm64UnwindCode>(m_codes).first(m_count);
    if (!m_isFragment && instruction < m_count)
        return all.subspan(m_count - instruction);
    if (!isExact)
        return all;
    // The epilog reverses the prolog, but sets no frame pointer and does not restore the
    // parameters.
    const auto isInEpilog = [](const Arm64UnwindCode& code) {
        return code.op != Op::SetFrame && code.op != Op::Nop;
    };
    const auto count = static_cast<std::uint32_t>(std::ranges::count_if(all, isInEpilog));
    const auto end = m_functionBytes / 4;
    const auto begin = end - std::min(end, count + 1);
    if (instruction <= begin || instruction >= end)
        return all;
    const auto rest = std::ranges::remove_if(std::span(m_codes).first(m_count),
                                             [&](const auto& code) { return !isInEpilog(code); });
    m_count -= rest.size();
    return std::span<const Arm64UnwindCode>(m_codes).first(m_count).subspan(instruction - begin);
}

} // namespace faultline::unwind
