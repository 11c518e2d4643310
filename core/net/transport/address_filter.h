// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

namespace faultline::net {

/// Is the address outside the public internet: private, loopback, link-local, documentation,
/// multicast or reserved? `address` has 4 or 16 bytes in network order; any other length counts as
/// reserved. IPv6 forms that contain an IPv4 address (mapped, compatible, NAT64, 6to4) are judged
/// by that address. Networks: docs/spec/sources-and-caches.md §8.8; IANA IPv6 Special-Purpose
/// Address Registry.
bool isReservedAddress(Bytes address);

} // namespace faultline::net
