// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symcache_http/negotiation.h"

namespace faultline::server::symcache_http {

namespace {

const FormatVersion kFirstServed{3, 0, 0, {}};
const FormatVersion kLastThatWaits{3, 1, 0, {}};

bool canMake(const Situation& situation)
{
    return situation.transcoder && isReadableBy(*situation.transcoder, situation.wanted) &&
           !situation.isKnownToFail;
}

bool clientHas(const Situation& situation, const FormatVersion& version)
{
    return situation.exceeds && *situation.exceeds >= version;
}

} // namespace

bool isServed(const FormatVersion& wanted)
{
    return wanted >= kFirstServed;
}

bool expectsWaiting(const FormatVersion& wanted)
{
    return wanted <= kLastThatWaits;
}

Decision decide(const Situation& situation)
{
    const auto& stored = situation.stored;
    if (!stored) {
        if (!canMake(situation))
            return Decision::NotFound;
        return clientHas(situation, *situation.transcoder) ? Decision::NotModified : Decision::Make;
    }
    const bool wouldBeBetter = canMake(situation) && *stored < situation.wanted &&
                               *stored < *situation.transcoder &&
                               !clientHas(situation, *situation.transcoder);
    if (wouldBeBetter)
        return Decision::Make;
    return clientHas(situation, *stored) ? Decision::NotModified : Decision::Serve;
}

} // namespace faultline::server::symcache_http
