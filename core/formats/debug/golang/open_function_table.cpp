// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/golang/open_function_table.h"

#include "core/formats/debug/golang/module_data.h"

namespace faultline::golang {

namespace {

constexpr std::size_t kMaxParts = 128;   // Go's linker writes some fifteen.
constexpr unsigned kMaxTablesTried = 16; // For each the whole image is searched.

struct FoundTable
{
    std::uint64_t address = 0;
    ByteView content;
};

/// A table whose header fits and whose first function has code.
bool isTable(const ProgramImage& image, const FoundTable& found, unsigned& triesLeft)
{
    const auto header = readTableHeader(found.content.span());
    if (!header || header->order != image.order || header->wordBytes != image.wordBytes ||
        header->functionCount == 0)
        return false;
    --triesLeft;
    const auto data = findModuleData(image, found.address, *header);
    const auto start = data ? data->textStart : header->textStart;
    const auto table = FunctionTable::open(found.content, found.address, *header, start);
    const auto first = table ? table->function(0) : std::unexpected(table.error());
    return first && image.isCode(first->entry);
}

/// All magic numbers have these bytes in common, besides one before (little-endian) or after them.
std::optional<FoundTable>
searchIn(const ProgramImage& image, const ImagePart& part, unsigned& triesLeft)
{
    const bool isLittle = image.order == std::endian::little;
    constexpr std::string_view kLittle{"\xff\xff\xff\0\0", 5};
    constexpr std::string_view kBig{"\xff\xff\xff", 3};
    const auto pattern = isLittle ? kLittle : kBig;
    const std::size_t before = isLittle ? 1 : 0;
    const auto text = part.content.text();
    for (auto at = text.find(pattern, before); at != text.npos && triesLeft > 0;
         at = text.find(pattern, at + 1)) {
        FoundTable found{part.address + at - before, part.content.from(at - before)};
        if (found.address % image.wordBytes == 0 && looksLikeFunctionTable(found.content.span()) &&
            isTable(image, found, triesLeft))
            return found;
    }
    return std::nullopt;
}

std::optional<FoundTable> findTable(const ProgramImage& image)
{
    if (image.functionTable)
        return FoundTable{image.functionTable->address, image.functionTable->content};
    unsigned triesLeft = kMaxTablesTried;
    for (const bool executable : {false, true}) {
        for (const auto& part : image.parts) {
            if (part.isExecutable != executable)
                continue;
            if (auto found = searchIn(image, part, triesLeft))
                return found;
        }
    }
    return std::nullopt;
}

/// Copies the table with the pointers that the loader writes into it. Before Go 1.18 the table has
/// the functions' addresses.
ByteView withLoadedPointers(const ProgramImage& image, const FoundTable& found)
{
    const auto end = found.address + found.content.size();
    std::vector<std::byte> bytes;
    for (const auto& pointer : image.pointers) {
        if (pointer.address < found.address || pointer.address >= end ||
            end - pointer.address < image.wordBytes)
            continue;
        if (bytes.empty())
            bytes.assign(found.content.span().begin(), found.content.span().end());
        for (unsigned i = 0; i < image.wordBytes; ++i) {
            const auto shift =
                8 * (image.order == std::endian::little ? i : image.wordBytes - 1 - i);
            bytes[static_cast<std::size_t>(pointer.address - found.address) + i] =
                static_cast<std::byte>(pointer.target >> shift & 0xff);
        }
    }
    return bytes.empty() ? found.content : ByteView::fromVector(std::move(bytes));
}

} // namespace

Result<std::shared_ptr<const GoProgram>> openGoProgram(ProgramImage image)
{
    auto found = image.parts.size() <= kMaxParts ? findTable(image) : std::nullopt;
    if (!found)
        return fail(ErrorKind::NotFound, "no Go function table");
    found->content = withLoadedPointers(image, *found);
    FL_TRY(const auto header, readTableHeader(found->content.span()));
    const auto data = findModuleData(image, found->address, header);
    FL_TRY(auto table, FunctionTable::open(found->content, found->address, header,
                                           data ? data->textStart : header.textStart));
    return std::make_shared<const GoProgram>(std::move(image), std::move(table),
                                             data ? std::span(data->functionData)
                                                  : std::span<const std::uint64_t>());
}

} // namespace faultline::golang
