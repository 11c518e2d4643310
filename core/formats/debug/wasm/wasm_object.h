// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"

namespace faultline::wasm {

/// Opens a WebAssembly module, or the companion with DWARF split from one. Addresses are file
/// offsets, as browsers print them. Rules: docs/spec/native.md §§1.4, 2.7. Errors: those of
/// WasmModule::open.
Result<object::ObjectPtr> openWasm(ByteView file, const ParseLimits& limits);

} // namespace faultline::wasm
