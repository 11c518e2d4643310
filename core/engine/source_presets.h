// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Well-known public servers, and what is asked of a source, for the user interface, which includes
// core/engine only.
#include "core/sources/source_presets.h" // IWYU pragma: export
#include "core/sources/source_traits.h"  // IWYU pragma: export
