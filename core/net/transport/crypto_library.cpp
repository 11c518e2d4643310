#include "core/net/transport/crypto_library.h"

#include "core/base/shared_library.h"

namespace faultline::net {

namespace {

Result<CryptoLibrary> bindAll()
{
    FL_TRY(const SharedLibrary library, SharedLibrary::open(FAULTLINE_CRYPTO_SONAME));
    CryptoLibrary crypto;
    FL_CHECK(library.bind("BIO_free_all", crypto.bioFreeAll));
    FL_CHECK(library.bind("BIO_new_mem_buf", crypto.bioNewMemBuf));
    FL_CHECK(library.bind("ERR_clear_error", crypto.errClearError));
    FL_CHECK(library.bind("EVP_DigestSign", crypto.digestSign));
    FL_CHECK(library.bind("EVP_DigestSignInit", crypto.digestSignInit));
    FL_CHECK(library.bind("EVP_MD_CTX_free", crypto.mdCtxFree));
    FL_CHECK(library.bind("EVP_MD_CTX_new", crypto.mdCtxNew));
    FL_CHECK(library.bind("EVP_PKEY_free", crypto.pkeyFree));
    FL_CHECK(library.bind("EVP_PKEY_get_base_id", crypto.pkeyGetBaseId));
    FL_CHECK(library.bind("EVP_sha256", crypto.sha256));
    FL_CHECK(library.bind("PEM_read_bio_PrivateKey", crypto.pemReadBioPrivateKey));
    return crypto;
}

} // namespace

const Result<CryptoLibrary>& loadCrypto()
{
    static const Result<CryptoLibrary> library = bindAll();
    return library;
}

} // namespace faultline::net
