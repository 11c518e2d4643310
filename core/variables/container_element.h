// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/variables/value_presenter.h"

namespace faultline::variables {

/// What a container has at an index, or at a key if it is one of pairs: among the items that a file
/// of Natvis says, so that it is the item that is shown. A text is always a key; a number is one
/// where the type's name says that the container is a map. Faults: NoSuchElement (the index lies
/// outside, or no key is equal), TooLarge (more keys than ItemLister::kMostCounted), what ails the
/// container, and that it is none (NoSuchElement, too).
CppAnswer<CppValue>
elementOf(ValuePresenter& presenter, const CppValue& container, const CppValue& index);

} // namespace faultline::variables
