#pragma once

#include "core/base/error.h"
#include "core/net/transport/transport.h"

#include <optional>
#include <string>
#include <string_view>

namespace faultline::net {

/// The two fields of an S3 error document that say what is wrong.
struct S3ErrorText
{
    std::string code;
    std::string message;
};

/// Reads the document that S3, and every store that speaks its protocol, sends with a refusal:
/// `<Error><Code>…</Code><Message>…</Message>…</Error>` ("Error responses", Amazon S3 API
/// reference). Absent when the text is something else or ends before the code does.
std::optional<S3ErrorText> readS3Error(std::string_view body);

/// What a status other than 2xx means: a code that is known decides, then the status
/// (docs/spec/sources-and-caches.md §8.3).
Error errorForS3Refusal(const HttpHead& head, std::string_view body);

} // namespace faultline::net
