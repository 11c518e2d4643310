// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/settings_section.h"
#include "ui/views/ui_context.h"

#include <functional>

namespace faultline::ui {

/// Sections that are forms and nothing else. The context must outlive them.
FormSection* makeAppearanceSection(const UiContext& context);
FormSection* makeEditorSection(const UiContext& context);
FormSection* makeStackSection(const UiContext& context);
FormSection* makeNetworkSection(const UiContext& context);
/// `ask` triggers an action of the window by its id.
FormSection* makeKeysSection(const UiContext& context,
                             const std::function<void(const QString&)>& ask);
FormSection* makeSourceCodeSection(const UiContext& context,
                                   const std::function<void(const QString&)>& ask);

} // namespace faultline::ui
