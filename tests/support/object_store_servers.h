// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/cloud_signing.h"
#include "tests/support/loopback_server.h"

#include <atomic>
#include <mutex>

namespace faultline::test {

/// A fault of the store for one object.
struct StoreFault
{
    int status = 0; ///< 0 means a normal answer.
    std::string body{};
    std::chrono::milliseconds delay{0};
    bool cut = false;
};

/// Objects and faults, keyed by "bucket/key".
class StoreContent
{
public:
    void put(const std::string& name, std::string content);
    std::string get(const std::string& name) const;
    bool has(const std::string& name) const;
    void breakObject(const std::string& name, StoreFault fault);
    StoreFault faultOf(const std::string& name) const;

private:
    mutable std::mutex m_mutex; // Guards both maps.
    std::map<std::string, std::string> m_objects;
    std::map<std::string, StoreFault> m_faults;
};

/// An S3 store with path-style addresses that checks every signature.
class S3Server
{
public:
    S3Server(S3Keys keys, std::string region);

    std::string url() const { return m_server.url(); }

    StoreContent content;

    LoopbackServer& server() { return m_server; }

    void setPublic() { m_isPublic = true; }

    void setKeys(S3Keys keys);

private:
    LoopbackServer::Reply answer(const LoopbackServer::Request& request);
    LoopbackServer::Reply put(const LoopbackServer::Request& request, const std::string& name);

    std::mutex m_mutex; // Guards m_keys.
    S3Keys m_keys;
    const std::string m_region;
    std::atomic<bool> m_isPublic = false;
    LoopbackServer m_server; // Must be last: its threads use everything before it.
};

/// A Google Cloud Storage with its token end point, which checks every assertion.
class GcsServer
{
public:
    GcsServer();

    std::string url() const { return m_server.url(); }

    std::string tokenUrl() const { return m_server.url() + "/token"; }

    /// The JSON file of the account.
    std::string serviceAccount() const;

    std::string clientEmail() const { return "symbols@acme.example"; }

    std::string privateKey() const { return accountKey().privatePem(); }

    StoreContent content;

    LoopbackServer& server() { return m_server; }

    int tokensIssued() const { return m_issued; }

    /// Refuses all tokens issued so far.
    void revokeTokens() { m_oldestValid = m_issued + 1; }

    void breakTokens(StoreFault fault);

    void setLifetime(int seconds) { m_lifetime = seconds; }

    /// Faults found in assertions.
    std::vector<std::string> complaints() const;

private:
    LoopbackServer::Reply answer(const LoopbackServer::Request& request);
    LoopbackServer::Reply issueToken(const LoopbackServer::Request& request);
    LoopbackServer::Reply upload(const LoopbackServer::Request& request);
    LoopbackServer::Reply object(const LoopbackServer::Request& request);
    std::string complaintAbout(const std::string& assertion) const;
    bool isAuthorised(const LoopbackServer::Request& request, bool toWrite) const;

    /// One for the process, because making one takes time.
    static const RsaKeyPair& accountKey();

    std::atomic<int> m_issued = 0;
    std::atomic<int> m_oldestValid = 1;
    std::atomic<int> m_lifetime = 3600;
    mutable std::mutex m_mutex;             // Guards the members below.
    std::map<std::string, bool> m_mayWrite; // By token.
    std::vector<std::string> m_complaints;
    StoreFault m_tokenFault;
    LoopbackServer m_server; // Must be last: its threads use everything before it.
};

/// The listing and download of a Sentry project's debug files.
class SentryServer
{
public:
    /// Either of the two is the credential.
    struct Credentials
    {
        std::string token{};
        std::string cookies{};
    };

    explicit SentryServer(Credentials credentials);

    std::string url() const { return m_server.url() + "/api/0/projects/acme/game/files/dsyms/"; }

    /// The file is found by any id.
    void add(const std::string& id, const std::string& symbolType, std::string content);
    /// Replaces the listing's body.
    void breakListing(StoreFault fault);
    void breakDownload(const std::string& id, StoreFault fault);

    LoopbackServer& server() { return m_server; }

    int listings() const { return m_listings; }

    int downloads() const { return m_downloads; }

    std::string lastListing() const;

private:
    struct File
    {
        std::string id;
        std::string symbolType;
        std::string content;
        StoreFault fault{};
    };

    LoopbackServer::Reply answer(const LoopbackServer::Request& request);
    LoopbackServer::Reply list(const LoopbackServer::Request& request);
    LoopbackServer::Reply download(const std::string& id);

    const Credentials m_credentials;
    std::atomic<int> m_listings = 0;
    std::atomic<int> m_downloads = 0;
    mutable std::mutex m_mutex; // Guards the members below.
    std::vector<File> m_files;
    StoreFault m_listingFault;
    std::string m_lastListing;
    LoopbackServer m_server; // Must be last: its threads use everything before it.
};

} // namespace faultline::test
