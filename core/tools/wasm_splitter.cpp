// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/wasm_splitter.h"

#include "core/base/byte_reader.h"
#include "core/base/hash.h"
#include "core/base/hex.h"
#include "core/formats/debug/wasm/wasm_module.h"

namespace faultline::app {

namespace {

constexpr std::size_t kHeaderBytes = 8;
constexpr std::size_t kBuildIdBytes = 16;
constexpr std::string_view kBuildId = "build_id";
constexpr std::string_view kExternalDebugInfo = "external_debug_info";

void append(std::vector<std::byte>& out, Bytes bytes)
{
    out.insert(out.end(), bytes.begin(), bytes.end());
}

void appendLeb(std::vector<std::byte>& out, std::uint64_t value)
{
    do {
        const auto low = static_cast<std::uint8_t>(value & 0x7f);
        value >>= 7;
        out.push_back(static_cast<std::byte>(low | (value != 0 ? 0x80 : 0)));
    } while (value != 0);
}

void appendSized(std::vector<std::byte>& out, Bytes bytes)
{
    appendLeb(out, bytes.size());
    append(out, bytes);
}

void appendCustom(std::vector<std::byte>& out, std::string_view name, Bytes content)
{
    std::vector<std::byte> body;
    appendSized(body, asBytes(name));
    append(body, content);
    out.push_back(std::byte{0});
    appendSized(out, body);
}

/// All bytes of a section in the file, including its header.
struct SectionBytes
{
    const wasm::WasmSection* section = nullptr;
    Bytes bytes;
};

/// Sections are adjacent: each one ends where the next begins.
std::vector<SectionBytes> wholeSections(const wasm::WasmModule& module)
{
    std::vector<SectionBytes> result;
    std::size_t start = kHeaderBytes;
    for (const auto& section : module.sections()) {
        const auto end = static_cast<std::size_t>(section.offset) + section.content.size();
        result.push_back({&section, module.file().span().subspan(start, end - start)});
        start = end;
    }
    return result;
}

bool isDebugSection(std::string_view name)
{
    return name.starts_with(".debug_") || name.starts_with("reloc..debug_");
}

Result<std::vector<std::byte>> newBuildId(const ByteView& file, const WasmSplitOptions& options)
{
    std::vector<std::byte> id;
    if (!options.buildId) {
        const auto digest = sha256(file.span());
        append(id, std::as_bytes(std::span(digest)).first(kBuildIdBytes));
        return id;
    }
    std::string digits = *options.buildId;
    std::erase(digits, '-');
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        const auto high = hexValue(digits[i]);
        const auto low = hexValue(digits[i + 1]);
        if (high < 0 || low < 0)
            break;
        id.push_back(static_cast<std::byte>(high << 4 | low));
    }
    if (id.empty() || id.size() * 2 != digits.size())
        return fail(ErrorKind::Malformed, "build id \"", *options.buildId,
                    "\" is no even number of hexadecimal digits");
    return id;
}

} // namespace

Result<WasmSplit> splitWasm(const ByteView& file, const WasmSplitOptions& options)
{
    FL_TRY(const auto module, wasm::WasmModule::open(file, {}));
    if (!module.warnings().empty())
        return fail(ErrorKind::Malformed, "webassembly: ", module.warnings().front());
    const auto* known = module.findCustom(kBuildId);
    std::vector<std::byte> id;
    if (known != nullptr) {
        append(id, known->content.span());
    } else {
        FL_TRY(id, newBuildId(file, options));
    }
    WasmSplit split;
    split.buildId = hexOfBytes(id);
    const auto header = file.span().first(kHeaderBytes);
    append(split.module, header);
    append(split.debug, header);
    bool isAfterCode = false; // Removing a section before the code would move the code's addresses.
    for (const auto& [section, bytes] : wholeSections(module)) {
        append(split.debug, bytes);
        isAfterCode |= section->id == static_cast<std::uint8_t>(wasm::WasmSectionId::Code);
        const bool isCustom = section->id == static_cast<std::uint8_t>(wasm::WasmSectionId::Custom);
        const bool isLeftOut =
            isCustom && isAfterCode &&
            ((options.stripDebug && isDebugSection(section->name)) ||
             (options.stripNames && section->name == "name") ||
             (!options.externalDebugUrl.empty() && section->name == kExternalDebugInfo));
        if (!isLeftOut)
            append(split.module, bytes);
    }
    if (known == nullptr) {
        appendCustom(split.module, kBuildId, id);
        appendCustom(split.debug, kBuildId, id);
    }
    if (!options.externalDebugUrl.empty()) {
        std::vector<std::byte> url;
        appendSized(url, asBytes(options.externalDebugUrl));
        appendCustom(split.module, kExternalDebugInfo, url);
    }
    return split;
}

} // namespace faultline::app
