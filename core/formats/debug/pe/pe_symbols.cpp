// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pe/pe_symbols.h"

#include "core/formats/debug/object/name_allowance.h"
#include "core/formats/debug/pe/pe_function_table.h"

#include <algorithm>

namespace faultline::pe {

namespace {

/// Longest name that is followed to its NUL; mangled C++ names of this length do occur.
constexpr std::uint64_t kMaxNameBytes = 1u << 16;
constexpr std::uint64_t kImageBytesPerNameByte = 16;
constexpr std::size_t kSymbolBytes = 18;
constexpr std::uint8_t kClassExternal = 2;
constexpr std::uint8_t kClassStatic = 3;
constexpr std::uint16_t kDerivedFunction = 2; // IMAGE_SYM_DTYPE_FUNCTION in bits 4-5 of the type.

/// Microsoft PE/COFF specification, "Export Directory Table".
struct ExportTables
{
    ByteView functions; ///< u32 RVAs by ordinal.
    ByteView names;     ///< u32 RVAs of names.
    ByteView ordinals;  ///< u16 indexes into functions, parallel to names.
    std::size_t nameCount = 0;
};

std::optional<ExportTables> findExportTables(const PeImage& image)
{
    const auto directory = image.directory(PeImage::kExportDirectory);
    const auto header = image.atRva(directory.rva, 40);
    if (directory.sizeBytes == 0 || !header)
        return std::nullopt;
    ByteReader reader(header->span());
    reader.seek(20);
    const auto functionCount = reader.u32();
    const auto nameCount = reader.u32();
    const auto functionsRva = reader.u32();
    const auto namesRva = reader.u32();
    const auto ordinalsRva = reader.u32();
    if (!reader.ok())
        return std::nullopt;
    auto functions = image.atRva(functionsRva, std::uint64_t{functionCount} * 4);
    auto names = image.atRva(namesRva, std::uint64_t{nameCount} * 4);
    auto ordinals = image.atRva(ordinalsRva, std::uint64_t{nameCount} * 2);
    if (!functions || !names || !ordinals)
        return std::nullopt;
    const auto usable = std::min(names->size() / 4, ordinals->size() / 2);
    return ExportTables{std::move(*functions), std::move(*names), std::move(*ordinals), usable};
}

std::string_view nameAt(const PeImage& image, std::uint32_t rva, object::NameAllowance& names)
{
    const auto bytes = image.atRva(rva, kMaxNameBytes);
    return bytes ? names.nameIn(bytes->span()) : std::string_view();
}

std::string_view coffName(const PeImage& image, Bytes field, object::NameAllowance& names)
{
    ByteReader reader(field);
    if (reader.u32() == 0) // Long name: zeroes, then an offset into the string table.
        return names.nameIn(image.coffStringsFrom(reader.u32()));
    const auto text = asText(field);
    return text.substr(0, text.find('\0'));
}

/// An export has no size, and the code after it need not be exported. So an export ends with its
/// own function. For functions without a frame, only the next export gives the end.
void setSizes(const PeImage& image, std::vector<object::Symbol>& exports)
{
    const PeFunctionTable functions(image);
    std::vector<std::uint64_t> starts;
    starts.reserve(exports.size());
    for (const auto& symbol : exports)
        starts.push_back(symbol.address);
    std::ranges::sort(starts);
    for (auto& symbol : exports) {
        const auto end = functions.codeEnd(static_cast<std::uint32_t>(symbol.address));
        if (!end)
            continue;
        const auto next = std::ranges::upper_bound(starts, symbol.address);
        const auto last = next == starts.end() ? std::uint64_t{*end} : *next;
        symbol.sizeBytes = std::min<std::uint64_t>(*end, last) - symbol.address;
    }
}

} // namespace

bool hasExports(const PeImage& image)
{
    const auto tables = findExportTables(image);
    return tables && tables->nameCount != 0;
}

std::vector<object::Symbol> readExports(const PeImage& image, std::uint64_t& lostNames)
{
    const auto tables = findExportTables(image);
    if (!tables)
        return {};
    const auto directory = image.directory(PeImage::kExportDirectory);
    ByteReader places(tables->names.span());
    ByteReader ordinals(tables->ordinals.span());
    // Exports share the image with code, and no names with each other.
    object::NameAllowance names(image.file().size() / kImageBytesPerNameByte, tables->nameCount);
    std::vector<object::Symbol> symbols;
    for (std::size_t i = 0; i < tables->nameCount; ++i) {
        const auto nameRva = places.u32();
        ByteReader functions(tables->functions.span());
        functions.seek(std::uint64_t{ordinals.u16()} * 4);
        const auto rva = functions.u32();
        // An address inside the export directory is the text of a forwarder
        // ("NTDLL.RtlAllocateHeap").
        const bool isForwarder = rva >= directory.rva && rva - directory.rva < directory.sizeBytes;
        if (!functions.ok() || rva == 0 || isForwarder)
            continue;
        if (const auto name = nameAt(image, nameRva, names); !name.empty())
            symbols.push_back({.address = rva, .sizeBytes = 0, .name = name});
    }
    lostNames += names.lostNames();
    setSizes(image, symbols);
    return symbols;
}

std::vector<object::Symbol> readCoffFunctions(const PeImage& image, std::uint64_t& lostNames)
{
    std::vector<object::Symbol> symbols;
    std::vector<object::Symbol>
        labels; // Added after the functions: of two at one address, the first counts.
    ByteReader reader(image.symbolRecords());
    object::NameAllowance names(image.coffStrings().size(), reader.remaining() / kSymbolBytes);
    while (reader.ok() && reader.remaining() >= kSymbolBytes) {
        const auto nameField = reader.bytes(8);
        const auto value = reader.u32();
        // Counted from 1; 0, -1 and -2 do not name sections.
        const auto sectionNumber = reader.u16();
        const auto type = reader.u16();
        const auto storageClass = reader.u8();
        reader.skip(std::uint64_t{reader.u8()} * kSymbolBytes); // Auxiliary records.
        const bool isFunction = ((type >> 4) & 3) == kDerivedFunction;
        const bool isGlobal = storageClass == kClassExternal;
        const bool isDefined = isGlobal || (isFunction && storageClass == kClassStatic);
        if (!isDefined || sectionNumber == 0 || sectionNumber > image.sections().size())
            continue;
        const auto& section = image.sections()[sectionNumber - 1u];
        if (!isFunction && !section.isExecutable())
            continue;
        auto name = coffName(image, nameField, names);
        if (image.isI386() && name.starts_with('_'))
            name.remove_prefix(1);
        const auto address = std::uint64_t{section.rva} + value;
        if (!name.empty())
            (isFunction ? symbols : labels)
                .push_back({.address = address, .sizeBytes = 0, .name = name});
    }
    lostNames += names.lostNames();
    symbols.insert(symbols.end(), labels.begin(), labels.end());
    return symbols;
}

} // namespace faultline::pe
