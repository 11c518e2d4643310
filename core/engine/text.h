// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The text helpers of core/base, for the user interface, which includes core/engine only.
#include "core/base/text.h" // IWYU pragma: export
