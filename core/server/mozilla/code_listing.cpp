// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/code_listing.h"

#include "core/base/hex.h"
#include "core/disasm/disassembler.h"
#include "core/formats/names/demangle.h"

#include <algorithm>
#include <optional>

namespace faultline::server::mozilla {

namespace {

constexpr std::uint32_t kLongestInstruction = 15;

struct Machine
{
    CpuFamily family = CpuFamily::Unknown;
    std::string_view name;
    std::string_view syntax;
    std::uint32_t step = 1; ///< Alignment of instructions.
};

Result<Machine> machineOf(Arch arch)
{
    const auto family = cpuFamily(arch);
    switch (family) {
    case CpuFamily::Intel32: return Machine{family, "i686", "Intel", 1};
    case CpuFamily::Intel64: return Machine{family, "x86_64", "Intel", 1};
    case CpuFamily::Arm32: return Machine{family, "arm", "ARM", 2};
    case CpuFamily::Arm64: return Machine{family, "aarch64", "ARM", 4};
    default: return fail(ErrorKind::Unsupported, "no disassembler for ", archName(arch));
    }
}

/// The number of bytes to list. A function that is longer than asked for is listed to its end, if
/// the request says so.
std::uint32_t lengthOf(const LibraryCode& code, const CodeRequest& request)
{
    if (!request.continueUntilFunctionEnd || !code.symbols)
        return request.sizeBytes;
    const auto function = code.symbols->functionAt(request.startAddress);
    if (!function || !code.symbols->isIntact())
        return request.sizeBytes;
    const auto rest = function->end - std::min(function->end, request.startAddress);
    return std::clamp(rest, request.sizeBytes, std::max(request.sizeBytes, kMaxCodeBytes));
}

/// The address at the end of a jump's or a call's text, if it is one: "jne 0x1040".
std::optional<std::uint64_t> targetOf(const disasm::DecodedInstruction& instruction)
{
    if (!instruction.isBranch && !instruction.isCall)
        return std::nullopt;
    const auto word = instruction.text.substr(instruction.text.find_last_of(" #") + 1);
    return word.starts_with("0x") ? parseHex(word.substr(2)) : std::nullopt;
}

/// " <name>" or " <name+0x10>"; empty when the address has no name.
std::string nameAt(const symcache::SymCache* symbols, std::uint64_t address)
{
    const auto function = symbols == nullptr ? std::nullopt : symbols->functionAt(address);
    if (!function || function->name.empty() || function->entry > address)
        return {};
    const auto distance = address - function->entry;
    auto text = concat(" <", demangling::demangle(function->name, function->language),
                       distance == 0 ? std::string() : "+" + hexAddress(distance), ">");
    return symbols->isIntact() ? text : std::string();
}

/// "0x0f, 0x0b" or "0F 0B".
std::string bytesText(Bytes bytes, std::string_view prefix, std::string_view separator)
{
    std::string text;
    for (const auto byte : bytes)
        text += concat(text.empty() ? "" : separator, prefix,
                       hexDigits(std::to_integer<std::uint64_t>(byte), 2));
    return text;
}

std::string invalidText(Bytes bytes)
{
    return concat(".byte ", bytesText(bytes, "0x", ", "), " # Invalid instruction ",
                  bytesText(bytes, "", " "));
}

/// Bytes from the start of the listing on, with as many after its end as an instruction may have.
Result<ByteView>
readCode(const object::Object& file, std::uint32_t startAddress, std::uint32_t sizeBytes)
{
    auto bytes = file.readImage(file.loadAddress() + startAddress,
                                std::uint64_t{sizeBytes} + kLongestInstruction);
    if (!bytes || bytes->size() == 0)
        return fail(ErrorKind::NotFound, "the code file has no bytes at the requested address");
    return *std::move(bytes);
}

} // namespace

Result<CodeListing>
listCode(const LibraryCode& code, const CodeRequest& request, const std::stop_token& stop)
{
    FL_TRY(const auto machine, machineOf(code.file->arch()));
    const auto start = request.startAddress / machine.step * machine.step;
    const auto length = lengthOf(code, request);
    FL_TRY(const auto view, readCode(*code.file, start, length));
    FL_TRY(const auto disassembler,
           disasm::Disassembler::create(machine.family, disasm::Disassembler::ArmMode::Thumb));
    CodeListing listing{.startAddress = start,
                        .sizeBytes = 0,
                        .arch = machine.name,
                        .syntax = machine.syntax,
                        .instructions = {}};
    const auto bytes = view.span();
    auto& offset = listing.sizeBytes;
    while (offset < length && offset < bytes.size()) {
        if (stop.stop_requested())
            return fail(ErrorKind::Cancelled, "the listing was cancelled");
        const auto rest = bytes.subspan(offset);
        const auto address = std::uint64_t{start} + offset;
        if (auto decoded = disassembler.decode(rest, address)) {
            if (const auto target = targetOf(*decoded))
                decoded->text += nameAt(code.symbols.get(), *target);
            listing.instructions.push_back({offset, std::move(decoded->text)});
            offset += decoded->sizeBytes;
        } else {
            const auto step = std::min<std::size_t>(machine.step, rest.size());
            listing.instructions.push_back({offset, invalidText(rest.first(step))});
            offset += static_cast<std::uint32_t>(step);
        }
    }
    return listing;
}

} // namespace faultline::server::mozilla
