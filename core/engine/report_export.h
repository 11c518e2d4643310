// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// What front ends need to export a report: the forms, and what a profile removes.

#include "core/export/prepared_export.h"
#include "core/export/shared_note.h"
