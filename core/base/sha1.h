// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <array>
#include <memory>

namespace faultline {

using Sha1Digest = std::array<std::uint8_t, 20>;

/// SHA-1 over data that comes piecewise. It names things (UUIDs of version 5) and protects nothing.
class Sha1
{
public:
    Sha1();
    ~Sha1();
    Sha1(const Sha1&) = delete;
    Sha1& operator=(const Sha1&) = delete;
    void add(Bytes bytes);
    Sha1Digest finish();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace faultline
