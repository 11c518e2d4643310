// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"

#include <cstdint>
#include <mutex>
#include <string>

namespace faultline::app {

/// One line on standard error that shows running downloads. It stays silent when standard error is
/// no terminal. Thread-safe.
class ProgressLine
{
public:
    enum class Place : std::uint8_t { StandardError, Nowhere };

    explicit ProgressLine(Place place = Place::StandardError);
    /// Clears the line.
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(const engine::Notice& notice);
    void clear();

private:
    void print(std::string text);

    bool m_isTerminal;
    std::mutex m_mutex; // Guards m_isShown and the terminal.
    bool m_isShown = false;
};

} // namespace faultline::app
