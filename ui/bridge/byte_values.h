// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/memory_lists.h"

#include <QByteArray>

namespace faultline::ui {

/// What the first bytes mean as integers, floating point numbers, a GUID, times and text. Types
/// that need more bytes than there are have no row.
QList<ValueRow> makeValueRows(const QByteArray& bytes);

} // namespace faultline::ui
