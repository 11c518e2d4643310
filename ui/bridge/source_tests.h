// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/notice.h"
#include "ui/models/source_model.h"

namespace faultline::ui {

SourceTest makeSourceTest(const engine::SourceTestSnapshot& answer);

} // namespace faultline::ui
