// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/cache_desk.h"
#include "core/engine/engine_config.h"
#include "ui/settings/preferences.h"

namespace faultline::ui {

/// Makes what the engine is configured with the defaults of the preferences.
void takeDefaults(Preferences& preferences, const engine::EngineConfig& config);

/// Puts what the user changed into the configuration.
void applyPreferences(const Preferences& preferences, engine::EngineConfig& config);

/// The configuration's rules of the cache folder.
engine::CacheRules cacheRulesOf(const engine::EngineConfig& config);

/// Puts what the user changed into the rules.
void applyPreferences(const Preferences& preferences, engine::CacheRules& rules);

} // namespace faultline::ui
