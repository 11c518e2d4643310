// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/report.h"
#include "ui/models/register_model.h"

#include <cstdint>

namespace faultline::ui {

/// The bits of a register of flags, those that are set first. Empty for other registers and for
/// those whose bits are not known here.
QList<RegisterFlag> flagsOf(Arch arch, const QString& name, std::uint64_t value);

/// Is this the register of flags?
bool isFlagsRegister(const QString& name);

} // namespace faultline::ui
