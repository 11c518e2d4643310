// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/selfdump/secret_parts.h"
#include "core/selfdump/secret_values.h"

#include <cstdint>
#include <string>
#include <vector>

namespace faultline::selfdump {

class ProcessCapture;

/// What a dump must not have of the other process: its environment, which stands at the start of
/// the main thread's stack and has tokens, the pages in which it keeps secrets, and copies of these
/// values elsewhere.
class Secrets
{
public:
    /// Reads the environment and the pages of secrets (secretPagesAddress()). What the system does
    /// not tell is not known as a secret.
    Secrets(const ProcessCapture& process, std::uint64_t pagesAddress);

    /// Overwrites them in memory of the other process that begins at `address`.
    void removeFrom(std::string& memory, std::uint64_t address) const;
    /// Overwrites copies in bytes that have no address, such as registers.
    void removeCopiesFrom(std::string& bytes) const;
    /// Overwrites those with a secret's name in a text, such as the command line.
    std::string removedFrom(std::string text) const;

private:
    void readEnvironment(const ProcessCapture& process);

    std::vector<SecretPages::Range> m_ranges; ///< The environment as the program got it, and pages.
    std::vector<std::string> m_values;        ///< Those that are long enough to be meant.
    std::vector<std::string> m_named; ///< Those that are kept, or whose name says what they are.
    SecretParts m_parts{{}};          ///< Those of `m_named`.
};

} // namespace faultline::selfdump
