#pragma once

// For the user interface, which includes core/engine only.
#include "core/model/thread_stack.h" // IWYU pragma: export
