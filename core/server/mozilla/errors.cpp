// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/errors.h"

#include "core/json/json_writer.h"

namespace faultline::server::mozilla {

HttpResponse failure(unsigned status, std::string_view text)
{
    auto body = std::make_shared<std::string>();
    json::JsonWriter json(*body);
    json.beginObject().member("title", text).member("error", text).endObject();
    return jsonResponse(status, std::move(body));
}

} // namespace faultline::server::mozilla
