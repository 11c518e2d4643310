#pragma once

// For the user interface, which includes core/engine only.
#include "core/symbolicate/stack_end.h" // IWYU pragma: export
