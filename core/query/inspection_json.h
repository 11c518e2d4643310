// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "core/json/json_writer.h"
#include "core/redact/redact.h"

#include <string>
#include <vector>

namespace faultline::query {

// The engine's answers as JSON (docs/query.schema.json). `profile` decides whether texts
// and bytes of the crashed process are written.

/// Errors of all: NotFound, when there is no answer, with the reason.

Result<std::string> codeJson(const engine::CodeAnswer& answer);
Result<std::string> memoryJson(const engine::MemoryAnswer& answer, redact::Profile profile);
Result<std::string> addressJson(const engine::AddressAnswer& answer, redact::Profile profile);
Result<std::string> mapJson(const engine::MapAnswer& answer);
Result<std::string> symbolsJson(const engine::SymbolsAnswer& answer);
/// One type is an object, several are a list.
Result<std::string> typesJson(const engine::TypesAnswer& answer);
std::string variablesJson(const std::vector<Variable>& variables);

/// One type, as `faultline symbols types` shows it too.
void writeLayout(json::JsonWriter& json, const variables::TypeLayout& layout);

} // namespace faultline::query
