# SPDX-License-Identifier: GPL-3.0-or-later
# The command line for other distributions: a program that looks for its libraries beside itself. make_tarball.py collects them.
get_target_property(portable_sources faultline SOURCES)
get_target_property(portable_libraries faultline LINK_LIBRARIES)
get_target_property(program_folder faultline SOURCE_DIR)
list(TRANSFORM portable_sources PREPEND "${program_folder}/")
add_executable(faultline_portable EXCLUDE_FROM_ALL ${portable_sources})
target_link_libraries(faultline_portable PRIVATE ${portable_libraries})
# DT_RPATH also serves what the libraries need themselves, and libcurl, which is loaded later. DT_RUNPATH would not.
target_link_options(faultline_portable PRIVATE -Wl,--disable-new-dtags)
set_target_properties(faultline_portable PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN/../lib/faultline"
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/portable" OUTPUT_NAME faultline)
