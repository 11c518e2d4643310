// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The log, for the user interface, which includes core/engine only.
#include "core/base/log.h" // IWYU pragma: export
