// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The values that notices carry, for the user interface, which includes core/engine only.
#include "core/model/open_lookup.h" // IWYU pragma: export
#include "core/model/report.h"      // IWYU pragma: export
