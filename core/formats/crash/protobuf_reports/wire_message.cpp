// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/protobuf_reports/wire_message.h"

#include <protozero/pbf_reader.hpp>

namespace faultline::protobuf {

namespace {

/// Absent for a wire type that protobuf no longer has.
std::optional<WireField> readField(protozero::pbf_reader& reader)
{
    WireField field{.number = reader.tag(), .isNumber = true, .value = 0, .bytes = {}};
    switch (reader.wire_type()) {
    case protozero::pbf_wire_type::varint: field.value = reader.get_uint64(); return field;
    case protozero::pbf_wire_type::fixed64: field.value = reader.get_fixed64(); return field;
    case protozero::pbf_wire_type::fixed32: field.value = reader.get_fixed32(); return field;
    case protozero::pbf_wire_type::length_delimited: {
        const auto view = reader.get_view();
        field.isNumber = false;
        field.bytes = std::string_view(view.data(), view.size());
        return field;
    }
    default: return std::nullopt;
    }
}

} // namespace

std::optional<WireField> WireMessage::next()
{
    if (m_isDamaged || m_rest.empty())
        return std::nullopt;
    try {
        protozero::pbf_reader reader(m_rest.data(), m_rest.size());
        if (!reader.next())
            return std::nullopt;
        const auto field = readField(reader);
        m_isDamaged = !field;
        m_rest.remove_prefix(m_rest.size() - reader.length());
        return field;
    } catch (const protozero::exception&) {
        m_isDamaged = true;
        return std::nullopt;
    }
}

} // namespace faultline::protobuf
