// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Stacks as text, Markdown and JSON, for the user interface, which includes core/engine only.
#include "core/report/frame_meanings.h"  // IWYU pragma: export
#include "core/report/markdown_report.h" // IWYU pragma: export
#include "core/report/stack_json.h"      // IWYU pragma: export
#include "core/report/stack_text.h"      // IWYU pragma: export
