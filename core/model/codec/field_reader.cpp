// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/codec/field_reader.h"

#include "core/base/hash.h"
#include "core/model/codec/frame_fields.h"
#include "core/model/codec/native_event_fields.h"
#include "core/model/codec/version1_fields.h"

namespace faultline::codec {

namespace {

constexpr std::size_t kStopCheckInterval = 1024; ///< Elements between two looks at the stop token.

} // namespace

Result<void> FieldReader::finish() const
{
    if (m_defect)
        return std::unexpected(*m_defect);
    if (!m_in.ok())
        return fail(ErrorKind::Malformed, "report: ", m_sectionName,
                    " section: ends inside a value at offset ", Hex{m_in.offset()});
    if (!m_in.atEnd())
        return fail(ErrorKind::Malformed, "report: ", m_sectionName, " section: ", m_in.remaining(),
                    " bytes after the last value");
    return {};
}

void FieldReader::keepDefect(ErrorKind kind, const std::string& what)
{
    m_defect = Error{.kind = kind,
                     .detail = concat("report: ", m_sectionName, " section: ", what, " at offset ",
                                      Hex{m_in.offset()})};
    m_in.setFailed();
}

std::uint64_t FieldReader::number(std::uint64_t largest)
{
    const std::uint64_t value = m_in.uleb128();
    if (value <= largest)
        return value;
    refuse(ErrorKind::Malformed, "number ", value, " exceeds ", largest);
    return 0;
}

std::string_view FieldReader::text()
{
    const std::uint64_t number = m_in.uleb128();
    const auto found = m_context.texts.find(number);
    if (!found) {
        refuse(ErrorKind::Malformed, "text ", number, " does not exist");
        return {};
    }
    return takeMemory(found->size(), 1) ? *found : std::string_view();
}

std::size_t FieldReader::elementCount(std::size_t elementBytes)
{
    const std::uint64_t count = m_in.uleb128();
    // Every element takes at least one byte.
    if (count > m_in.remaining()) {
        refuse(ErrorKind::Malformed, count, " elements, ", m_in.remaining(), " bytes left");
        return 0;
    }
    return takeMemory(count, elementBytes) ? static_cast<std::size_t>(count) : 0;
}

bool FieldReader::takeMemory(std::uint64_t count, std::uint64_t sizeBytes)
{
    if (ok() && m_context.budget.take(count, sizeBytes))
        return true;
    refuse(ErrorKind::Unsupported, "needs more memory than allowed");
    return false;
}

bool FieldReader::goesOn(std::size_t element)
{
    if (element % kStopCheckInterval == 0 && m_context.stop.stop_requested())
        refuse(ErrorKind::Cancelled, "cancelled");
    return ok();
}

void FieldReader::read(bool& value)
{
    const unsigned byte = m_in.u8();
    if (byte > 1)
        refuse(ErrorKind::Malformed, "flag with the value ", byte);
    value = byte == 1;
}

void FieldReader::read(Arch& value)
{
    const auto arch = static_cast<Arch>(number(std::numeric_limits<std::uint32_t>::max()));
    if (parseArch(archName(arch)) != arch)
        refuse(ErrorKind::Unsupported, "architecture ", static_cast<std::uint32_t>(arch),
               " is not known");
    else
        value = arch;
}

void FieldReader::read(ByteView& bytes)
{
    const std::uint64_t size = m_in.uleb128();
    const std::uint64_t checksum = m_in.u64();
    auto& left = m_context.attachments;
    const auto found = left.slice(0, size);
    if (!found)
        refuse(ErrorKind::Malformed, "attachment of ", size, " bytes, ", left.size(), " left");
    else if (checksum64(found->span()) != checksum)
        refuse(ErrorKind::Malformed, "attachment of ", size, " bytes has another checksum");
    if (!ok() || !found)
        return;
    bytes = *found;
    left = left.from(size);
}

void FieldReader::read(DebugId& id)
{
    const unsigned kind = m_in.u8();
    std::array<std::uint8_t, 16> uuid{};
    for (auto& byte : uuid)
        byte = m_in.u8();
    const auto appendix = static_cast<std::uint32_t>(number(UINT32_MAX));
    id = DebugId::fromUuid(uuid, appendix);
    if (kind == static_cast<unsigned>(DebugId::Kind::Uuid))
        return;
    std::uint32_t timestamp = 0;
    for (std::size_t i = 0; i < 4; ++i)
        timestamp = timestamp << 8 | uuid[i];
    id = DebugId::fromPdb20(timestamp, appendix);
    if (kind > static_cast<unsigned>(DebugId::Kind::Pdb20) || id.bytes() != uuid)
        refuse(ErrorKind::Malformed, "debug id of kind ", kind, " with bytes that do not fit it");
}

void FieldReader::read(ModuleReport& value)
{
    if (m_context.version > 1)
        return readFields(value, 0);
    ModuleReportOfVersion1 former;
    readFields(former, 0);
    if (ok())
        value = upgraded(std::move(former));
}

void FieldReader::read(RegisterSet& registers)
{
    CpuFamily family = CpuFamily::Unknown;
    read(family);
    constexpr std::uint64_t kAll = (std::uint64_t{1} << RegisterSet::kCapacity) - 1;
    const std::uint64_t known = number(kAll);
    const std::uint64_t stored = number(kAll);
    registers = RegisterSet(family);
    for (std::uint8_t i = 0; i < RegisterSet::kCapacity; ++i) {
        if (((known | stored) >> i & 1) == 0)
            continue;
        registers.set(i, (stored >> i & 1) != 0 ? m_in.uleb128() : 0);
        if ((known >> i & 1) == 0)
            registers.forget(i);
    }
}

void FieldReader::read(MemoryImage& memory)
{
    bool isBigEndian = false;
    std::vector<MemoryRange> ranges;
    read(isBigEndian);
    read(ranges);
    memory = MemoryImage(std::move(ranges), isBigEndian ? std::endian::big : std::endian::little);
}

void FieldReader::read(CarriedFieldsPtr& carried)
{
    auto& all = m_context.carried;
    const std::uint64_t number = this->number(all.size() + 1);
    if (number == all.size() + 1) {
        readShared(carried);
        all.push_back(carried);
    } else if (number > 0) {
        carried = all[static_cast<std::size_t>(number - 1)];
    }
}

} // namespace faultline::codec
