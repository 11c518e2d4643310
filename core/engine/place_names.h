// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Names of places in reports, for the user interface, which includes core/engine only.
#include "core/model/place_names.h" // IWYU pragma: export
