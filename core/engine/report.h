#pragma once

// The values that notices carry, for the user interface, which includes core/engine only.
#include "core/model/report.h" // IWYU pragma: export
