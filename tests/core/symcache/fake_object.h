// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/object/object.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace faultline::test {

/// An object made of plain values. A unit without a value is one that cannot be read.
class FakeObject final : public object::Object
{
public:
    std::vector<std::optional<object::DebugUnit>> units;
    std::vector<object::Symbol> table;
    object::FileFormat fileFormat = object::FileFormat::Elf;
    Arch cpu = Arch::Amd64;
    DebugId id = *DebugId::parse("dfb8e43a-f242-3d73-a453-aeb6a777ef75-a");
    std::stop_source* stopAtFirstUnit = nullptr;

    object::FileFormat format() const override { return fileFormat; }

    object::ObjectKind kind() const override { return object::ObjectKind::Debug; }

    Arch arch() const override { return cpu; }

    DebugId debugId() const override { return id; }

    CodeId codeId() const override { return {}; }

    ObjectFeatures features() const override { return {}; }

    std::vector<object::Symbol> symbols() const override { return table; }

    ByteView bytes() const override { return {}; }

    std::unique_ptr<object::DebugInfoReader> debugInfo() const override
    {
        if (units.empty())
            return nullptr;
        return std::make_unique<Reader>(*this);
    }

private:
    class Reader final : public object::DebugInfoReader
    {
    public:
        explicit Reader(const FakeObject& object) : m_object(object) {}

        std::size_t unitCount() const override { return m_object.units.size(); }

        std::uint64_t unitWeight(std::size_t unit) const override
        {
            return m_object.units[unit] ? m_object.units[unit]->functions.size() : 0;
        }

        Result<object::DebugUnit> readUnit(std::size_t unit, std::stop_token) const override
        {
            if (m_object.stopAtFirstUnit)
                m_object.stopAtFirstUnit->request_stop();
            if (!m_object.units[unit])
                return fail(ErrorKind::Malformed, "broken on purpose");
            const object::DebugUnit& source = *m_object.units[unit];
            object::DebugUnit copy; // Views point into the object's own unit.
            copy.files = source.files;
            copy.functions = source.functions;
            copy.inlines = source.inlines;
            copy.lines = source.lines;
            copy.damagedRecords = source.damagedRecords;
            return copy;
        }

        std::uint32_t lostUnits() const override { return 2; }

        std::uint32_t lostRecords() const override { return 4; }

        std::vector<std::string> warnings() const override { return {"made up"}; }

    private:
        const FakeObject& m_object;
    };
};

/// Adds functions to a unit one after the other: inlines and lines go to the last function.
class UnitBuilder
{
public:
    std::uint32_t
    file(std::string_view name, std::string_view directory = {}, std::string_view compDir = {})
    {
        unit.files.emplace_back();
        unit.files.back().name = name;
        unit.files.back().directory = directory;
        unit.files.back().compDir = compDir;
        return static_cast<std::uint32_t>(unit.files.size() - 1);
    }

    UnitBuilder& function(std::uint32_t begin,
                          std::uint32_t end,
                          std::string_view name,
                          Language language = Language::Cpp)
    {
        object::DebugFunction function;
        function.begin = function.entry = begin;
        function.end = end;
        function.name = name;
        function.language = language;
        function.firstInline = static_cast<std::uint32_t>(unit.inlines.size());
        function.firstLine = static_cast<std::uint32_t>(unit.lines.size());
        unit.functions.push_back(function);
        return *this;
    }

    UnitBuilder&
    line(std::uint32_t address, std::uint32_t file, std::uint32_t number, std::uint32_t column = 0)
    {
        unit.lines.push_back({.address = address, .file = file, .line = number, .column = column});
        ++unit.functions.back().lineCount;
        return *this;
    }

    /// `parent` counts from the function's first inline.
    UnitBuilder& inlined(std::uint32_t begin,
                         std::uint32_t end,
                         std::uint32_t parent,
                         std::string_view name,
                         std::uint32_t callFile,
                         std::uint32_t callLine)
    {
        object::DebugInline call;
        call.begin = begin;
        call.end = end;
        call.parent = parent == object::kNoIndex ? object::kNoIndex
                                                 : unit.functions.back().firstInline + parent;
        call.name = name;
        call.language = Language::Cpp;
        call.callFile = callFile;
        call.callLine = callLine;
        unit.inlines.push_back(call);
        ++unit.functions.back().inlineCount;
        return *this;
    }

    object::DebugUnit unit;
};

} // namespace faultline::test
