// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/lookup/object_selection.h"

#include <functional>
#include <memory>

namespace faultline::symbolicate {

/// Like selectObject() for debug info. If no file has any, but one is the module's code file, then
/// also asks for uploaded symbfiles of that file: they are known by the FileID, which only the
/// file's content gives (docs/spec/symbfile.md §7). `done` is called exactly once, during the call
/// or from a pool thread.
void selectDebugObject(const Services& services,
                       std::shared_ptr<const LookupContext> context,
                       std::uint32_t module,
                       sources::ObjectLookup wanted,
                       std::move_only_function<void(ObjectSelection)> done);

} // namespace faultline::symbolicate
