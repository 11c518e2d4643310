// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/code_reading.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/disasm/disassembler.h"
#include "core/engine/address_names.h"
#include "core/engine/inspector.h"
#include "core/engine/operand_values.h"
#include "core/engine/place_text.h"
#include "core/symbolicate/native/native_caches.h"
#include "core/symcache/symcache.h"

#include <algorithm>

namespace faultline::engine {

namespace {

using State = CodeAnswer::State;
using Flow = CodeInstruction::Flow;

constexpr std::uint32_t kLongestInstruction = 15;
constexpr std::size_t kMostInstructions = 4096;

/// The bytes of a range of addresses: those of the crash file, and where it has none, those of the
/// module's file.
class CodeBytes
{
public:
    CodeBytes(std::uint64_t begin, std::uint64_t end)
        : m_begin(begin), m_bytes(end - begin), m_origin(end - begin, Origin::None),
          m_differs(end - begin, false)
    {
    }

    std::uint64_t begin() const { return m_begin; }

    std::uint64_t end() const { return m_begin + m_bytes.size(); }

    void addFile(const object::Object& file, std::uint64_t moduleAddress)
    {
        const auto image =
            file.readImage(m_begin - moduleAddress + file.loadAddress(), m_bytes.size());
        if (!image)
            return;
        const auto bytes = image->span().first(std::min(image->size(), m_bytes.size()));
        std::ranges::copy(bytes, m_bytes.begin());
        std::fill_n(m_origin.begin(), bytes.size(), Origin::File);
        m_hasFile = !bytes.empty();
    }

    void addMemory(const MemoryImage& memory)
    {
        for (std::size_t at = 0; at < m_bytes.size();) {
            const auto piece = memory.pieceFrom(m_begin + at);
            const auto count = std::min(piece.size(), m_bytes.size() - at);
            for (std::size_t i = 0; i < count; ++i, ++at) {
                m_differs[at] = m_origin[at] == Origin::File && m_bytes[at] != piece[i];
                m_bytes[at] = piece[i];
                m_origin[at] = Origin::Memory;
            }
            at += count == 0 ? 1 : 0;
        }
    }

    bool isKnown(std::uint64_t address) const { return originOf(address) != Origin::None; }

    bool isInMemory(std::uint64_t address) const { return originOf(address) == Origin::Memory; }

    bool differs(std::uint64_t address, std::size_t count) const
    {
        const auto first = m_differs.begin() + static_cast<std::ptrdiff_t>(address - m_begin);
        return std::find(first, first + static_cast<std::ptrdiff_t>(count), true) !=
               first + static_cast<std::ptrdiff_t>(count);
    }

    bool hasFile() const { return m_hasFile; }

    /// The known bytes from an address on, as many as an instruction may have.
    Bytes knownFrom(std::uint64_t address) const
    {
        auto end = address;
        while (end < this->end() && end - address < kLongestInstruction && isKnown(end))
            ++end;
        return Bytes(m_bytes).subspan(address - m_begin, end - address);
    }

private:
    enum class Origin : std::uint8_t { None, File, Memory };

    Origin originOf(std::uint64_t address) const
    {
        return address >= m_begin && address < end() ? m_origin[address - m_begin] : Origin::None;
    }

    std::uint64_t m_begin;
    std::vector<std::byte> m_bytes;
    std::vector<Origin> m_origin;
    std::vector<bool> m_differs;
    bool m_hasFile = false;
};

/// Addresses to decode.
struct Extent
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

std::uint64_t below(std::uint64_t address, std::uint64_t distance)
{
    return address - std::min(address, distance);
}

std::uint64_t above(std::uint64_t address, std::uint64_t distance)
{
    return address + std::min(~address, distance);
}

/// From the function's beginning, or a row of its lines, to its end. Elsewhere only what follows
/// the place is certain to begin with an instruction. The anchor lies in the function.
Extent extentOf(const symcache::SymCache* symbols,
                std::uint64_t moduleAddress,
                std::uint64_t anchor,
                std::uint64_t place)
{
    constexpr std::uint64_t kWithoutSymbols = 512;
    const Extent after{place, above(place, kWithoutSymbols)};
    const auto function =
        symbols == nullptr ? std::nullopt : symbols->functionAt(anchor - moduleAddress);
    if (!function || !symbols->isIntact())
        return after;
    const auto first = moduleAddress + function->begin;
    const auto end = std::min(moduleAddress + function->end, above(anchor, kCodeBytesAround));
    if (anchor - first <= kCodeBytesAround)
        return {first, end};
    for (const auto& row : symbols->rows(*function)) {
        const auto begin = moduleAddress + row.begin;
        if (begin >= below(anchor, kCodeBytesAround) && begin <= anchor)
            return {begin, end};
    }
    return {place, std::max(place, end)};
}

Flow flowOf(const disasm::DecodedInstruction& instruction)
{
    if (instruction.isReturn)
        return Flow::Return;
    if (instruction.isCall)
        return Flow::Call;
    if (!instruction.isBranch)
        return Flow::Next;
    return instruction.isConditional ? Flow::ConditionalJump : Flow::Jump;
}

/// The address at the end of a jump's or a call's text: "jne 0x1040".
std::optional<std::uint64_t> targetOf(const disasm::DecodedInstruction& instruction)
{
    if (!instruction.isBranch && !instruction.isCall)
        return std::nullopt;
    const auto word = instruction.text.substr(instruction.text.find_last_of(" #") + 1);
    return word.starts_with("0x") ? parseHex(word.substr(2)) : std::nullopt;
}

/// The address of an operand that x86-64 counts from the next instruction: "[rip + 0x2f40]".
std::optional<std::uint64_t> besideNext(const std::string& text, std::uint64_t next)
{
    constexpr std::string_view kBase = "[rip ";
    const auto at = text.find(kBase);
    if (at == std::string::npos || at + kBase.size() + 4 > text.size())
        return std::nullopt;
    const bool isMinus = text[at + kBase.size()] == '-';
    const auto begin = at + kBase.size() + 2;
    const auto digits = text.substr(begin, text.find(']', begin) - begin);
    const auto distance =
        digits.starts_with("0x") ? parseHex(std::string_view(digits).substr(2)) : std::nullopt;
    if (!distance)
        return std::nullopt;
    return isMinus ? next - *distance : next + *distance;
}

class CodeReader
{
public:
    /// The anchor lies in the instruction that must be met.
    CodeReader(EngineServices& services,
               const EventFindings& findings,
               std::uint64_t anchor,
               CodeAnswer& answer)
        : m_findings(findings), m_names(findings, services.nativeCaches().names), m_anchor(anchor),
          m_answer(answer)
    {
    }

    void read(const FramePlace& frame, const std::stop_token& stop)
    {
        const auto hit = m_names.moduleAt(m_anchor);
        if (hit) {
            m_answer.module = hit->module;
            m_answer.moduleAddress = m_findings.event->modules[hit->module].address;
        }
        const auto* symbols = hit ? m_names.found(hit->module).symCache.get() : nullptr;
        const auto extent = extentOf(symbols, m_answer.moduleAddress, m_anchor, m_answer.address);
        CodeBytes bytes(extent.begin, above(extent.end, kLongestInstruction));
        fill(bytes, hit);
        m_answer.hasFile = bytes.hasFile();
        if (!bytes.isKnown(m_anchor) && !bytes.isKnown(m_answer.address)) {
            m_answer.state = State::NoBytes;
            return;
        }
        auto decoder =
            disasm::Disassembler::create(cpuFamily(m_findings.event->system.arch), modeOf(frame));
        if (!decoder) {
            const bool isMissing = decoder.error().kind == ErrorKind::Internal;
            m_answer.state = isMissing ? State::DecoderMissing : State::NoDecoder;
            m_answer.detail = isMissing ? decoder.error().detail : std::string();
            return;
        }
        decode(*decoder, bytes, extent, symbols, stop);
    }

private:
    void fill(CodeBytes& bytes, const std::optional<symbolicate::ModuleTable::Hit>& hit) const
    {
        if (const auto& code = hit ? m_names.found(hit->module).code : nullptr)
            bytes.addFile(*code, m_answer.moduleAddress);
        if (const auto* native = m_findings.event->asNative(); native != nullptr && native->memory)
            bytes.addMemory(*native->memory);
    }

    /// The state bit of the frame's thread: CPSR.T, Arm ARM B1.3.3.
    disasm::Disassembler::ArmMode modeOf(const FramePlace& frame) const
    {
        constexpr std::uint64_t kThumb = 0x20;
        const auto* registers = registersOf(m_findings, frame);
        const auto index =
            registers != nullptr ? registerIndex(registers->family(), "cpsr") : std::nullopt;
        const bool isThumb = index && (registers->find(*index).value_or(0) & kThumb) != 0;
        return isThumb ? disasm::Disassembler::ArmMode::Thumb : disasm::Disassembler::ArmMode::Arm;
    }

    void decode(const disasm::Disassembler& decoder,
                const CodeBytes& bytes,
                const Extent& extent,
                const symcache::SymCache* symbols,
                const std::stop_token& stop)
    {
        for (const auto begin : {extent.begin, m_answer.address}) {
            m_answer.instructions.clear();
            m_answer.positions.clear();
            decodeFrom(begin, decoder, bytes, extent.end, symbols, stop);
            // From a wrong first byte on, instructions do not meet the place.
            const auto found = std::ranges::find_if(
                m_answer.instructions, [this](const CodeInstruction& each) { return meets(each); });
            if (found == m_answer.instructions.end())
                continue;
            m_answer.state = found->text.empty() ? State::NoCode : State::Known;
            return;
        }
        m_answer.state = State::NoCode;
    }

    bool meets(const CodeInstruction& instruction) const
    {
        if (m_anchor == m_answer.address || instruction.address == m_answer.address)
            return instruction.address == m_answer.address;
        return instruction.address + instruction.bytes.size() == m_answer.address;
    }

    void decodeFrom(std::uint64_t address,
                    const disasm::Disassembler& decoder,
                    const CodeBytes& bytes,
                    std::uint64_t end,
                    const symcache::SymCache* symbols,
                    const std::stop_token& stop)
    {
        while (address < end && m_answer.instructions.size() < kMostInstructions &&
               !stop.stop_requested()) {
            const auto code = bytes.knownFrom(address);
            if (code.empty())
                return;
            auto& next = m_answer.instructions.emplace_back();
            next.address = address;
            std::size_t size = 1;
            if (const auto decoded = decoder.decode(code, address)) {
                size = decoded->sizeBytes;
                describe(*decoded, next);
            }
            next.bytes.assign(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(size));
            next.isInDump = bytes.isInMemory(address);
            next.differs = bytes.differs(address, size);
            next.position = positionOf(symbols, address);
            address += size;
        }
    }

    void describe(const disasm::DecodedInstruction& decoded, CodeInstruction& next) const
    {
        next.text = decoded.text;
        next.flow = flowOf(decoded);
        next.target = targetOf(decoded);
        const auto named =
            next.target ? next.target : besideNext(decoded.text, next.address + decoded.sizeBytes);
        if (named)
            next.meaning = m_names.at(*named);
    }

    /// Appends the position unless it is that of the instruction before.
    std::uint32_t positionOf(const symcache::SymCache* symbols, std::uint64_t address)
    {
        CodePosition position;
        if (symbols != nullptr) {
            auto frames = symbols->lookup(address - m_answer.moduleAddress);
            for (std::uint32_t depth = 0; const auto frame = frames.next(); ++depth) {
                position.inlineDepth = depth;
                if (depth > 0)
                    continue;
                position.function = m_names.demangled(frame->function, frame->language);
                position.file = std::string(frame->path);
                position.line = frame->line;
            }
        }
        auto& positions = m_answer.positions;
        if (positions.empty() || positions.back() != position)
            positions.push_back(std::move(position));
        return static_cast<std::uint32_t>(positions.size() - 1);
    }

    const EventFindings& m_findings;
    AddressNames m_names;
    std::uint64_t m_anchor;
    CodeAnswer& m_answer;
};

/// The instruction of a frame: its pc, or the one before the address that it returns to.
struct FrameCode
{
    std::uint64_t pc = 0;
    std::uint64_t inside = 0; ///< An address in the instruction.
};

std::optional<FrameCode> codeOf(const EventFindings& findings, const FramePlace& frame)
{
    if (findings.report && frame.thread < findings.report->stacks.size()) {
        const auto& stack = findings.report->stacks[frame.thread];
        const auto row = stack ? rowOf(*stack, frame) : std::nullopt;
        const auto* native = row ? stack->frames[*row].asNative() : nullptr;
        if (native != nullptr && native->pc != 0)
            return FrameCode{native->pc,
                             native->lookupAddress != 0 ? native->lookupAddress : native->pc};
    }
    const auto* registers = registersOf(findings, frame);
    if (registers == nullptr)
        return std::nullopt;
    return FrameCode{registers->pc(), registers->pc()};
}

/// Marks the instruction that holds the address.
void markCurrent(CodeAnswer& answer, const FrameCode& code)
{
    for (const auto& instruction : answer.instructions) {
        if (code.inside >= instruction.address &&
            code.inside - instruction.address < instruction.bytes.size())
            answer.current = instruction.address;
    }
}

} // namespace

CodeAnswer readCode(EngineServices& services,
                    const EventFindings& findings,
                    const CodeQuestion& question,
                    const std::stop_token& stop)
{
    CodeAnswer answer;
    if (!findings.event || !findings.event->isNative())
        return answer;
    const auto code = codeOf(findings, question.frame);
    if (question.place.empty()) {
        answer.state = State::NoFrame;
        if (!code)
            return answer;
        answer.address = code->pc;
    } else {
        const auto address = addressOf(question.place, findings, question.frame);
        if (!address) {
            answer.state = State::BadPlace;
            answer.problem = address.error();
            return answer;
        }
        answer.address = *address;
    }
    const auto anchor = question.place.empty() ? code->inside : answer.address;
    CodeReader(services, findings, anchor, answer).read(question.frame, stop);
    if (code)
        markCurrent(answer, *code);
    addOperands(services, findings, question.frame, stop, answer);
    return answer;
}

} // namespace faultline::engine
