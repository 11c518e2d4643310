// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/module.h"
#include "core/sources/object_lookup.h"

namespace faultline::symbolicate {

/// The look-up of an event's module.
sources::ObjectLookup lookupFor(const EventModule& module);

} // namespace faultline::symbolicate
