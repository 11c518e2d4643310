// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/notice.h"
#include "ui/models/part_model.h"

namespace faultline::ui {

/// What a crash file of a container is, from its content alone. Name and path are the caller's.
PartRow makePartRow(const engine::PartSnapshot& part);

} // namespace faultline::ui
