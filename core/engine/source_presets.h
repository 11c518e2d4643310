// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Well-known public servers, for the user interface, which includes core/engine only.
#include "core/sources/source_presets.h" // IWYU pragma: export
