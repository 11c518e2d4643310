// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/variables/fake_value_info.h"

#include <algorithm>

namespace faultline::test {

using variables::Absence;

namespace {

/// A file whose values a test has made.
class FakeObject final : public object::Object
{
public:
    FakeObject(std::unique_ptr<FakeValueInfo> info, object::FileFormat format)
        : m_info(std::move(info)), m_format(format)
    {
    }

    object::FileFormat format() const override { return m_format; }

    object::ObjectKind kind() const override { return object::ObjectKind::Executable; }

    Arch arch() const override { return Arch::Amd64; }

    DebugId debugId() const override { return {}; }

    CodeId codeId() const override { return {}; }

    ObjectFeatures features() const override { return {}; }

    ByteView bytes() const override { return {}; }

    std::unique_ptr<object::ValueInfoReader>
    valueInfoWith(std::span<const std::shared_ptr<const object::Object>>) const override
    {
        return std::move(m_info);
    }

private:
    mutable std::unique_ptr<FakeValueInfo> m_info;
    object::FileFormat m_format;
};

} // namespace

object::EntryRef FakeValueInfo::add(object::TypeInfo type)
{
    const object::EntryRef entry{1, m_next++};
    m_types[entry] = std::make_shared<object::TypeInfo>(std::move(type));
    return entry;
}

object::EntryRef FakeValueInfo::add(object::VariableInfo variable)
{
    const object::EntryRef entry{1, m_next++};
    variable.entry = entry;
    m_variables[entry] = std::move(variable);
    return entry;
}

object::EntryRef
FakeValueInfo::base(std::string_view name, object::BaseEncoding encoding, std::uint64_t size)
{
    object::TypeInfo type;
    type.kind = object::TypeKind::Base;
    type.name = name;
    type.encoding = encoding;
    type.sizeBytes = size;
    return add(std::move(type));
}

object::EntryRef FakeValueInfo::pointerTo(object::EntryRef target)
{
    object::TypeInfo type;
    type.kind = object::TypeKind::Pointer;
    type.target = target;
    return add(std::move(type));
}

object::EntryRef FakeValueInfo::arrayOf(object::EntryRef element, std::uint64_t count)
{
    object::TypeInfo type;
    type.kind = object::TypeKind::Array;
    type.target = element;
    type.bounds.emplace_back().count = count;
    return add(std::move(type));
}

std::optional<object::VariableInfo> FakeValueInfo::variable(object::EntryRef entry, std::uint64_t)
{
    const auto found = m_variables.find(entry);
    return found == m_variables.end() ? std::nullopt : std::optional(found->second);
}

object::TypeInfoPtr FakeValueInfo::type(object::EntryRef entry)
{
    if (const auto found = m_types.find(entry); found != m_types.end())
        return found->second;
    object::TypeInfo type;
    type.kind = entry ? object::TypeKind::Unknown : object::TypeKind::Void;
    return std::make_shared<const object::TypeInfo>(std::move(type));
}

std::vector<object::EntryRef> FakeValueInfo::typesNamed(std::string_view name, std::size_t most)
{
    if (const auto named = namedTypes.find(std::string(name)); named != namedTypes.end())
        return named->second;
    std::vector<object::EntryRef> found;
    for (const auto& [entry, type] : m_types) {
        if (!name.empty() && type->name == name && found.size() < most)
            found.push_back(entry);
    }
    return found;
}

std::vector<object::VariableInfo> FakeValueInfo::globalsNamed(std::string_view name,
                                                              std::size_t most)
{
    std::vector<object::VariableInfo> found;
    for (const auto& variable : globals) {
        if (variable.name == name && found.size() < most)
            found.push_back(variable);
    }
    return found;
}

std::optional<std::uint64_t> FakeValueInfo::indexedAddress(object::EntryRef, std::uint64_t index)
{
    return index < addresses.size() ? std::optional(addresses[static_cast<std::size_t>(index)])
                                    : std::nullopt;
}

std::shared_ptr<variables::ModuleValues>
moduleOf(FakeValueInfo*& info, std::uint64_t moduleAddress, object::FileFormat format)
{
    auto made = std::make_unique<FakeValueInfo>();
    info = made.get();
    return variables::ModuleValues::open(std::make_shared<FakeObject>(std::move(made), format), {},
                                         moduleAddress);
}

std::size_t FakeMemory::read(std::uint64_t address, std::span<std::byte> out) const
{
    auto next = pieces.upper_bound(address);
    if (next == pieces.begin())
        return 0;
    const auto& [begin, bytes] = *std::prev(next);
    if (address - begin >= bytes.size())
        return 0;
    const auto offset = static_cast<std::size_t>(address - begin);
    const auto count = std::min(out.size(), bytes.size() - offset);
    std::ranges::copy(std::span(bytes).subspan(offset, count), out.begin());
    return count;
}

void FakeMemory::set(std::uint64_t address, std::initializer_list<int> bytes)
{
    auto& piece = pieces[address];
    piece.clear();
    for (const auto byte : bytes)
        piece.push_back(static_cast<std::byte>(byte));
}

void FakeMemory::setWord(std::uint64_t address, std::uint64_t value)
{
    auto& piece = pieces[address];
    piece.clear();
    for (unsigned i = 0; i < 8; ++i)
        piece.push_back(static_cast<std::byte>(value >> (8 * i)));
}

FakeFrame::Answer<std::uint64_t> FakeFrame::registerValue(std::uint64_t number) const
{
    const auto found = registers.find(number);
    if (found == registers.end())
        return std::unexpected(Absence::RegisterNotRecovered);
    return found->second;
}

FakeFrame::Answer<std::vector<std::byte>> FakeFrame::registerContent(std::uint64_t number) const
{
    if (const auto found = wide.find(number); found != wide.end())
        return found->second;
    const auto value = registerValue(number);
    if (!value)
        return std::unexpected(value.error());
    std::vector<std::byte> bytes;
    for (unsigned i = 0; i < 8; ++i)
        bytes.push_back(static_cast<std::byte>(*value >> (8 * i)));
    return bytes;
}

FakeFrame::Answer<std::uint64_t> FakeFrame::frameBase() const
{
    return base ? Answer<std::uint64_t>(*base) : std::unexpected(Absence::FrameNotKnown);
}

FakeFrame::Answer<std::uint64_t> FakeFrame::canonicalFrameAddress() const
{
    return cfa ? Answer<std::uint64_t>(*cfa) : std::unexpected(Absence::FrameNotKnown);
}

FakeFrame::Answer<std::uint64_t> FakeFrame::entryValue(Bytes expression) const
{
    const auto found = expression.empty()
                           ? entryValues.end()
                           : entryValues.find(std::to_integer<int>(expression.front()));
    if (found == entryValues.end())
        return std::unexpected(Absence::EntryValueNotKnown);
    return found->second;
}

FakeFrame::Answer<std::uint64_t> FakeFrame::threadAddress(std::uint64_t offset) const
{
    return 0x7000 + offset;
}

FakeFrame::Answer<object::LocationExpression> FakeFrame::locationOf(object::EntryRef entry) const
{
    const auto variable = m_info.variable(entry, 0);
    if (!variable || !variable->location)
        return std::unexpected(Absence::Damaged);
    return *variable->location;
}

} // namespace faultline::test
