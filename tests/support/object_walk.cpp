// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/object_walk.h"

#include "core/formats/debug/object/debug_info.h"

namespace faultline::test {

namespace {

std::uint64_t walkUnit(const object::DebugUnit& unit)
{
    std::uint64_t sum = unit.damagedRecords;
    for (const auto& file : unit.files)
        sum += file.directory.size() + file.name.size() + file.checksum.size();
    for (const auto& function : unit.functions) {
        sum += function.end - function.begin + function.name.size();
        for (std::uint32_t i = 0; i < function.inlineCount; ++i)
            sum += unit.inlines.at(function.firstInline + i).name.size();
        for (std::uint32_t i = 0; i < function.lineCount; ++i)
            sum += unit.lines.at(function.firstLine + i).line;
    }
    return sum;
}

std::uint64_t walkDebugInfo(const object::DebugInfoReader& reader)
{
    std::uint64_t sum = reader.warnings().size();
    for (std::size_t i = 0; i < reader.unitCount(); ++i) {
        sum += reader.unitWeight(i);
        if (const auto unit = reader.readUnit(i, {}))
            sum += walkUnit(*unit);
    }
    return sum;
}

} // namespace

std::uint64_t walkObject(const object::Object& object)
{
    const auto features = object.features();
    std::uint64_t sum = object.loadAddress() + (features.hasDebugInfo ? 1 : 0) +
                        static_cast<std::uint64_t>(object.arch());
    sum += object.debugId().canonical().size() + object.codeId().text().size() +
           object.debugFileName().size();
    sum += object.companions().size() + object.warnings().size() + object.windowsFrames().size();
    for (const auto& symbol : object.symbols())
        sum += symbol.address + symbol.name.size();
    for (const auto& range : object.ranges()) {
        if (const auto bytes = object.section(range.name))
            sum += bytes->size();
        if (const auto bytes = object.readImage(range.address, range.sizeBytes))
            sum += bytes->size() + static_cast<std::uint64_t>(bytes->span().back());
    }
    if (const auto reader = object.debugInfo())
        sum += walkDebugInfo(*reader);
    for (const auto* path : {"/src/a.c", "c:\\src\\main.cpp"}) {
        if (const auto source = object.sourceByPath(path))
            sum += source->url.size() + (source->text ? 1 : 0);
    }
    return sum;
}

} // namespace faultline::test
