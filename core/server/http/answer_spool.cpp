// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/answer_spool.h"

#include "core/server/http/body_spool.h"

namespace faultline::server {

void AnswerSpool::keep(HttpResponse& response) const
{
    if (folder.empty() || !response.body || response.body->size() <= memoryBytes)
        return;
    BodySpool spool(folder, memoryBytes);
    if (!spool.append(asBytes(*response.body)))
        return;
    auto bytes = spool.take();
    if (!bytes)
        return;
    response.bytes = *std::move(bytes);
    response.body = nullptr;
}

} // namespace faultline::server
