#pragma once

#include "core/net/transport/transport.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace faultline::net {

/// Something that a server or a file gives us sooner or later, such as keys.
template <class T>
using AsyncGetter = std::function<void(std::stop_token, std::move_only_function<void(Result<T>)>)>;

/// A request to a store, ready to be sent. Holds secrets: for the transport only.
struct StoreRequest
{
    std::string method;
    std::string url;
    HttpHeaders headers;
};

/// An object that is to be written.
struct StoreUpload
{
    std::string key;
    ByteView content;
    std::string contentEncoding; ///< "zstd"; empty: none.
};

/// How one kind of object store is spoken to, for one bucket. Keys are not encoded. Every function
/// calls `done` exactly once, from any thread, perhaps before it returns. Thread-safe.
class ObjectProtocol
{
public:
    using Done = std::move_only_function<void(Result<StoreRequest>)>;

    virtual ~ObjectProtocol() = default;

    virtual void signGet(const std::string& key, std::stop_token stop, Done done) = 0;
    /// Answered by 2xx or by a refusal that explain() calls NotFound.
    virtual void signExists(const std::string& key, std::stop_token stop, Done done) = 0;
    /// Refused with 412 where the key exists already.
    virtual void signPut(const StoreUpload& upload, std::stop_token stop, Done done) = 0;

    /// What an answer other than 2xx means; the text holds no secret.
    virtual Error explain(const HttpHead& head, std::string_view body) = 0;
};

} // namespace faultline::net
