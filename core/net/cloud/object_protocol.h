// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/transport/transport.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace faultline::net {

/// A value that a server or a file supplies asynchronously, such as keys.
template <class T>
using AsyncGetter = std::function<void(std::stop_token, std::move_only_function<void(Result<T>)>)>;

/// A request to a store, ready to be sent. Contains secrets: for the transport only.
struct StoreRequest
{
    std::string method;
    std::string url;
    HttpHeaders headers;
};

/// An object to write.
struct StoreUpload
{
    std::string key;
    ByteView content;
    std::string contentEncoding; ///< "zstd"; empty means none.
};

/// The protocol of one kind of object store, for one bucket. Keys are not encoded. Every function
/// calls `done` exactly once, from any thread, possibly before it returns. Thread-safe.
class ObjectProtocol
{
public:
    using Done = std::move_only_function<void(Result<StoreRequest>)>;

    virtual ~ObjectProtocol() = default;

    virtual void signGet(const std::string& key, std::stop_token stop, Done done) = 0;
    /// The store answers 2xx, or a refusal that explain() turns into NotFound.
    virtual void signExists(const std::string& key, std::stop_token stop, Done done) = 0;
    /// The store refuses with 412 if the key already exists.
    virtual void signPut(const StoreUpload& upload, std::stop_token stop, Done done) = 0;

    /// The meaning of an answer other than 2xx. The text contains no secret.
    virtual Error explain(const HttpHead& head, std::string_view body) = 0;
};

} // namespace faultline::net
