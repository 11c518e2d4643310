# SPDX-License-Identifier: GPL-3.0-or-later
# How what ships is hardened: every Release build, so also packages, the tarball and benchmarks (BAS-17). Sanitizers and fuzzers have checks
# of their own. tests/hardening looks at the result.
set(FAULTLINE_HARDENED OFF)
if(FAULTLINE_HARDENING AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT FAULTLINE_SANITIZE AND NOT FAULTLINE_FUZZERS)
    set(FAULTLINE_HARDENED ON)
    include(CheckPIESupported)
    check_pie_supported(LANGUAGES C CXX)
    add_compile_options(-fstack-protector-strong -fstack-clash-protection -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
    add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-D_GLIBCXX_ASSERTIONS>")
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|i.86)$")
        add_compile_options(-fcf-protection=full)
    elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
        add_compile_options(-mbranch-protection=standard)
    endif()
    add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
endif()
