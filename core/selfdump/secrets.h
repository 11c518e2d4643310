// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace faultline::selfdump {

class ProcessCapture;

/// What a dump must not have of the other process: its environment, which stands at the start of
/// the main thread's stack and has tokens, and copies of the environment's values elsewhere.
class Secrets
{
public:
    /// Reads the environment. What the system does not tell is not known as a secret.
    explicit Secrets(const ProcessCapture& process);

    /// Overwrites them in memory of the other process that begins at `address`.
    void removeFrom(std::string& memory, std::uint64_t address) const;
    /// Overwrites those with a secret's name in a text, such as the command line.
    std::string removedFrom(std::string text) const;

private:
    std::uint64_t m_begin = 0; ///< The environment as the program got it.
    std::uint64_t m_end = 0;
    std::vector<std::string> m_values; ///< Those that are long enough to be meant.
    std::vector<std::string> m_named;  ///< Those whose name says that they are secret.
};

} // namespace faultline::selfdump
