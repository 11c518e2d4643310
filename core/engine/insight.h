// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The conclusions of core/insight, for the user interface, which includes core/engine only.
#include "core/insight/cause.h"           // IWYU pragma: export
#include "core/insight/code_owner.h"      // IWYU pragma: export
#include "core/insight/frame_names.h"     // IWYU pragma: export
#include "core/insight/frame_search.h"    // IWYU pragma: export
#include "core/insight/function_name.h"   // IWYU pragma: export
#include "core/insight/key_frame.h"       // IWYU pragma: export
#include "core/insight/parallel_stacks.h" // IWYU pragma: export
#include "core/insight/product.h"         // IWYU pragma: export
#include "core/insight/self_end.h"        // IWYU pragma: export
#include "core/insight/text_pattern.h"    // IWYU pragma: export
#include "core/insight/thread_groups.h"   // IWYU pragma: export
#include "core/insight/wait_chain.h"      // IWYU pragma: export
#include "core/insight/why.h"             // IWYU pragma: export
#include "core/insight/why_sentence.h"    // IWYU pragma: export
