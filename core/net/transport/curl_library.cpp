// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/curl_library.h"

#include "core/base/shared_library.h"

namespace faultline::net {

namespace {

Result<CurlLibrary> bindAll()
{
    FL_TRY(const SharedLibrary library, SharedLibrary::open(FAULTLINE_CURL_SONAME));
    CurlLibrary curl;
    FL_CHECK(library.bind("curl_global_init", curl.globalInit));
    FL_CHECK(library.bind("curl_easy_cleanup", curl.easyCleanup));
    FL_CHECK(library.bind("curl_easy_getinfo", curl.easyGetInfo));
    FL_CHECK(library.bind("curl_easy_init", curl.easyInit));
    FL_CHECK(library.bind("curl_easy_pause", curl.easyPause));
    FL_CHECK(library.bind("curl_easy_reset", curl.easyReset));
    FL_CHECK(library.bind("curl_easy_setopt", curl.easySetOpt));
    FL_CHECK(library.bind("curl_easy_strerror", curl.easyStrError));
    FL_CHECK(library.bind("curl_multi_add_handle", curl.multiAddHandle));
    FL_CHECK(library.bind("curl_multi_cleanup", curl.multiCleanup));
    FL_CHECK(library.bind("curl_multi_info_read", curl.multiInfoRead));
    FL_CHECK(library.bind("curl_multi_init", curl.multiInit));
    FL_CHECK(library.bind("curl_multi_perform", curl.multiPerform));
    FL_CHECK(library.bind("curl_multi_poll", curl.multiPoll));
    FL_CHECK(library.bind("curl_multi_remove_handle", curl.multiRemoveHandle));
    FL_CHECK(library.bind("curl_multi_setopt", curl.multiSetOpt));
    FL_CHECK(library.bind("curl_multi_wakeup", curl.multiWakeup));
    FL_CHECK(library.bind("curl_slist_append", curl.slistAppend));
    FL_CHECK(library.bind("curl_slist_free_all", curl.slistFreeAll));
    if (const auto code = curl.globalInit(CURL_GLOBAL_DEFAULT); code != CURLE_OK)
        return fail(ErrorKind::Internal, "libcurl does not start: ", curl.easyStrError(code));
    return curl;
}

} // namespace

const Result<CurlLibrary>& loadCurl()
{
    static const Result<CurlLibrary> library = bindAll();
    return library;
}

} // namespace faultline::net
