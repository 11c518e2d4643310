#pragma once

#include "core/base/result.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

namespace faultline::net {

/// The functions of libcrypto that sign with a private key. It is loaded when the first key is
/// used: its 21 000 relocations are a tenth of the report of a small dump. Digests need none of it
/// (core/base/hash.h).
struct CryptoLibrary
{
    decltype(&::BIO_free_all) bioFreeAll = nullptr;
    decltype(&::BIO_new_mem_buf) bioNewMemBuf = nullptr;
    decltype(&::ERR_clear_error) errClearError = nullptr;
    decltype(&::EVP_DigestSign) digestSign = nullptr;
    decltype(&::EVP_DigestSignInit) digestSignInit = nullptr;
    decltype(&::EVP_MD_CTX_free) mdCtxFree = nullptr;
    decltype(&::EVP_MD_CTX_new) mdCtxNew = nullptr;
    decltype(&::EVP_PKEY_free) pkeyFree = nullptr;
    decltype(&::EVP_PKEY_get_base_id) pkeyGetBaseId = nullptr;
    decltype(&::EVP_sha256) sha256 = nullptr;
    decltype(&::PEM_read_bio_PrivateKey) pemReadBioPrivateKey = nullptr;
};

/// Loads libcrypto at the first call; every later one gives the same. Thread-safe. Errors:
/// Internal, where it is not installed.
const Result<CryptoLibrary>& loadCrypto();

} // namespace faultline::net
