// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/net/transport/transport.h"

#include <optional>
#include <string>
#include <string_view>

namespace faultline::net {

/// The two fields of an S3 error document that describe the error.
struct S3ErrorText
{
    std::string code;
    std::string message;
};

/// Reads the error document of S3 and compatible stores:
/// `<Error><Code>…</Code><Message>…</Message>…</Error>` ("Error responses", Amazon S3 API
/// reference). Absent when the text is something else or ends before the code does.
std::optional<S3ErrorText> readS3Error(std::string_view body);

/// The meaning of a status other than 2xx. A known code decides, otherwise the status
/// (docs/spec/sources-and-caches.md §8.3).
Error errorForS3Refusal(const HttpHead& head, std::string_view body);

} // namespace faultline::net
