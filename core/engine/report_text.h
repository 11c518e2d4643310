// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// English words of core/report, for the user interface, which includes core/engine only.
#include "core/report/candidate_text.h" // IWYU pragma: export
#include "core/report/insight_text.h"   // IWYU pragma: export
