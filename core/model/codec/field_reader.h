// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_reader.h"
#include "core/base/result.h"
#include "core/model/codec/field_traits.h"
#include "core/model/codec/read_context.h"
#include "core/model/memory.h"
#include "core/model/module.h"
#include "core/model/module_report.h"
#include "core/model/registers.h"

#include <concepts>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace faultline::codec {

/// Reads back what FieldWriter wrote into one section. Failure is sticky: the reader keeps the
/// first defect, every later read returns nothing, and finish() reports the defect. Counts are
/// compared with the bytes that are left and with the memory budget before anything is allocated.
/// Values nest as deeply as the C++ types; none of these contains itself.
class FieldReader
{
public:
    FieldReader(ReadContext& context, std::string_view sectionName, Bytes section)
        : m_context(context), m_sectionName(sectionName), m_in(section)
    {
    }

    /// Malformed when the section is damaged or was not read to its end; Unsupported when a later
    /// version wrote it or it exceeds the limits; Cancelled.
    Result<void> finish() const;

    /// The fields of a struct from the one at position `from` on.
    template <Listed Struct>
    void readFields(Struct& value, std::size_t from)
    {
        const std::uint64_t mask = m_in.uleb128();
        if (constexpr auto count = fieldCount<Struct>(); count < 64 && mask >> count != 0)
            refuse(ErrorKind::Unsupported, "field ", std::bit_width(mask), " of ", count);
        else if ((mask & ((std::uint64_t{1} << from) - 1)) != 0)
            refuse(ErrorKind::Malformed, "a field stands outside its section");
        forEachField<Struct>([&](std::size_t position, auto field) {
            if (ok() && (mask >> position & 1) != 0)
                readUnusual(value.*memberOf(field));
        });
    }

    void read(Listed auto& value) { readFields(value, 0); }

    /// Files of version 1 have its fields.
    void read(ModuleReport& value);

    void read(bool& value);

    void read(float& value) { value = std::bit_cast<float>(m_in.u32()); }

    template <std::unsigned_integral T>
    void read(T& value)
    {
        value = static_cast<T>(number(std::numeric_limits<T>::max()));
    }

    template <std::signed_integral T>
    void read(T& value)
    {
        const std::int64_t number = m_in.sleb128();
        if (std::in_range<T>(number))
            value = static_cast<T>(number);
        else
            refuse(ErrorKind::Malformed, "number ", number, " does not fit its field");
    }

    void read(Arch& value);

    template <class Enum>
        requires std::is_enum_v<Enum>
    void read(Enum& value)
    {
        const std::uint64_t number = m_in.uleb128();
        constexpr auto last = static_cast<std::underlying_type_t<Enum>>(kLastEnumerator<Enum>);
        if (number > last)
            refuse(ErrorKind::Unsupported, "enumerator ", number, ", the last known one is ", last);
        else
            value = static_cast<Enum>(number);
    }

    void read(std::string& text) { text = this->text(); }

    void read(ByteView& bytes);
    void read(DebugId& id);

    void read(CodeId& id) { id = CodeId::parse(text()); }

    void read(RegisterSet& registers);
    void read(MemoryImage& memory);
    void read(CarriedFieldsPtr& carried);

    template <class T>
    void read(std::optional<T>& value)
    {
        if (bool isPresent = false; read(isPresent), isPresent)
            read(value.emplace());
    }

    template <class T>
    void read(std::shared_ptr<const T>& value)
    {
        if (bool isPresent = false; read(isPresent), isPresent)
            readShared(value);
    }

    template <class First, class Second>
    void read(std::pair<First, Second>& both)
    {
        read(both.first);
        read(both.second);
    }

    template <class T>
    void read(std::vector<T>& values)
    {
        const std::size_t count = elementCount(sizeof(T));
        values.reserve(count);
        for (std::size_t i = 0; i < count && goesOn(i); ++i)
            read(values.emplace_back());
    }

    template <class Key, class T>
    void read(std::map<Key, T>& values)
    {
        const std::size_t count = elementCount(sizeof(std::pair<Key, T>) + kMapNodeBytes);
        for (std::size_t i = 0; i < count && goesOn(i); ++i) {
            std::pair<Key, T> entry;
            read(entry);
            values.insert(std::move(entry));
        }
    }

    template <class... Alternatives>
    void read(std::variant<Alternatives...>& value)
    {
        const std::uint64_t tag = m_in.uleb128();
        if (!(readAlternative<Alternatives>(tag, value) || ...))
            refuse(ErrorKind::Unsupported, "kind ", tag, " is not known");
    }

private:
    static constexpr std::size_t kMapNodeBytes = 32; ///< Three pointers and the colour.

    bool ok() const { return m_in.ok(); }

    /// Keeps the first defect. `parts` end where " at offset …" fits.
    template <class... Parts>
    void refuse(ErrorKind kind, const Parts&... parts)
    {
        if (m_in.ok())
            keepDefect(kind, concat(parts...));
    }

    void keepDefect(ErrorKind kind, const std::string& what);
    std::uint64_t number(std::uint64_t largest);
    std::string_view text();
    std::size_t elementCount(std::size_t elementBytes);
    bool takeMemory(std::uint64_t count, std::uint64_t sizeBytes);
    bool goesOn(std::size_t element);

    /// Counterpart of FieldWriter::writeUnusual().
    template <class T>
    void readUnusual(T& value)
    {
        if constexpr (std::is_same_v<T, bool>)
            value = !value;
        else if constexpr (std::is_same_v<T, CarriedFieldsPtr>)
            read(value);
        else if constexpr (kIsOptional<T>)
            read(value.emplace());
        else if constexpr (kIsShared<T>)
            readShared(value);
        else
            read(value);
    }

    template <class T>
    void readShared(std::shared_ptr<const T>& value)
    {
        if (!takeMemory(1, sizeof(T)))
            return;
        auto made = std::make_shared<T>();
        read(*made);
        value = std::move(made);
    }

    template <class Alternative>
    bool readAlternative(std::uint64_t tag, auto& value)
    {
        static_assert(kTag<Alternative> != 0, "this alternative needs a tag");
        if (tag != kTag<Alternative>)
            return false;
        read(value.template emplace<Alternative>());
        return true;
    }

    ReadContext& m_context;
    std::string_view m_sectionName;
    ByteReader m_in;
    std::optional<Error> m_defect;
};

} // namespace faultline::codec
