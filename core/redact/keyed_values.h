// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/annotation.h"

#include <cstdint>
#include <string_view>

namespace faultline::redact {

/// What a value may tell whose key is only known when a file is read. As with the fields
/// (field_class.h), what nobody has classed is not shown: a key without a rule is one that the
/// program chose, and its value is text of the process.
enum class ValueClass : std::uint8_t {
    Fact,
    Message,
    Path,
    Process,
    User,
    Host,
    Device, ///< Also an installation.
    Customer
};

/// For Event::details.
ValueClass classOfDetail(std::string_view key, std::string_view value);

/// Protected annotations are Process.
ValueClass classOfAnnotation(const Annotation& annotation);

/// "12", "-3", "0x1f", "true", "null": a value that is no text.
bool isNumberOrFlag(std::string_view value);

/// For the environment: User for USER, Host for HOSTNAME, …; Process for all others.
ValueClass classOfVariable(std::string_view name);

} // namespace faultline::redact
