// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_output.h"
#include "core/base/hash.h"
#include "core/model/codec/field_traits.h"
#include "core/model/codec/write_context.h"
#include "core/model/memory.h"
#include "core/model/module.h"
#include "core/model/registers.h"

#include <cassert>
#include <concepts>
#include <map>
#include <string>
#include <vector>

namespace faultline::codec {

/// Writes values into one section by the field lists; FieldReader reads them back. The encoding of
/// each kind of value is in docs/report-format.md.
class FieldWriter
{
public:
    FieldWriter(WriteContext& context, ByteOutput& out) : m_context(context), m_out(out) {}

    /// The fields of a struct from the one at position `from` on.
    template <Listed Struct>
    void writeFields(const Struct& value, std::size_t from)
    {
        std::uint64_t mask = 0;
        forEachField<Struct>([&](std::size_t position, auto field) {
            if (position >= from && isWritten(value, field))
                mask |= std::uint64_t{1} << position;
        });
        m_out.uleb128(mask);
        forEachField<Struct>([&](std::size_t position, auto field) {
            if ((mask >> position & 1) != 0)
                writeUnusual(value.*memberOf(field));
        });
    }

    void write(const Listed auto& value) { writeFields(value, 0); }

    void write(bool value) { m_out.u8(value ? 1 : 0); }

    void write(std::unsigned_integral auto value) { m_out.uleb128(value); }

    void write(std::signed_integral auto value) { m_out.sleb128(value); }

    void write(float value) { m_out.u32(std::bit_cast<std::uint32_t>(value)); }

    template <class Enum>
        requires std::is_enum_v<Enum>
    void write(Enum value)
    {
        m_out.uleb128(static_cast<std::underlying_type_t<Enum>>(value));
    }

    void write(const std::string& text) { m_out.uleb128(m_context.texts.numberOf(text)); }

    void write(const ByteView& bytes);
    void write(const DebugId& id);
    void write(const CodeId& id);
    void write(const RegisterSet& registers);
    void write(const MemoryImage& memory);
    void write(const CarriedFieldsPtr& carried);

    template <class T>
    void write(const std::optional<T>& value)
    {
        write(value.has_value());
        if (value)
            write(*value);
    }

    template <class T>
    void write(const std::shared_ptr<const T>& value)
    {
        write(value != nullptr);
        if (value)
            write(*value);
    }

    template <class First, class Second>
    void write(const std::pair<First, Second>& both)
    {
        write(both.first);
        write(both.second);
    }

    template <class T>
    void write(const std::vector<T>& values)
    {
        writeAll(values);
    }

    template <class Key, class T>
    void write(const std::map<Key, T>& values)
    {
        writeAll(values);
    }

    template <class... Alternatives>
    void write(const std::variant<Alternatives...>& value)
    {
        std::visit(
            [this]<class Alternative>(const Alternative& alternative) {
                static_assert(kTag<Alternative> != 0, "this alternative needs a tag");
                m_out.uleb128(kTag<Alternative>);
                write(alternative);
            },
            value);
    }

private:
    template <class Struct>
    bool isWritten(const Struct& value, auto field) const
    {
        if (belongsToMemory(field) && m_context.memory == EventMemory::LeaveOut)
            return false;
        return !isUsual(value.*memberOf(field), usual<Struct>().*memberOf(field));
    }

    /// Writes a value whose bit is set in its struct's mask. For a flag, the bit alone is the
    /// value. For other types, it says that the value is present.
    template <class T>
    void writeUnusual(const T& value)
    {
        if constexpr (std::is_same_v<T, CarriedFieldsPtr>) {
            write(value);
        } else if constexpr (kMayBeAbsent<T>) {
            assert(value); // Values that may be absent are absent by default.
            write(*value);
        } else if constexpr (!std::is_same_v<T, bool>) {
            write(value);
        }
    }

    void writeAll(const auto& values)
    {
        m_out.uleb128(values.size());
        for (const auto& value : values)
            write(value);
    }

    WriteContext& m_context;
    ByteOutput& m_out;
};

} // namespace faultline::codec
