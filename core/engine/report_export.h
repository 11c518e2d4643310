// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// A report on its way out, and what a profile takes out of it, for front ends.

#include "core/export/prepared_export.h"
#include "core/export/shared_note.h"
