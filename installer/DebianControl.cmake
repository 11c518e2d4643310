# SPDX-License-Identifier: GPL-3.0-or-later
# Reads debian/control and debian/changelog, so that CPack's packages and those of dpkg-buildpackage say the same.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/debian/control" "${CMAKE_CURRENT_SOURCE_DIR}/debian/changelog")

# The field of a package, with its continuation lines. Empty if the package does not have it.
function(control_field result package field)
    file(READ "${CMAKE_CURRENT_SOURCE_DIR}/debian/control" text)
    if(NOT text MATCHES "\nPackage: ${package}\n(([^\n]+\n)+)")
        message(FATAL_ERROR "installer/debian/control has no package ${package}")
    endif()
    set(stanza "\n${CMAKE_MATCH_1}")
    set(value "")
    if(stanza MATCHES "\n${field}: ([^\n]*(\n [^\n]*)*)")
        set(value "${CMAKE_MATCH_1}")
    endif()
    set(${result} "${value}" PARENT_SCOPE)
endfunction()

# A list of packages. CPack adds those of the shared libraries itself.
function(control_relations result package field version)
    control_field(value ${package} ${field})
    string(REPLACE "\${shlibs:Depends}, " "" value "${value}")
    string(REPLACE "\${binary:Version}" "${version}" value "${value}")
    # A compiled module is for one version of Python.
    if(value MATCHES "python3:Depends")
        math(EXPR next_minor "${Python3_VERSION_MINOR} + 1")
        string(REPLACE "\${python3:Depends}" "python3 (>= 3.${Python3_VERSION_MINOR}), python3 (<< 3.${next_minor})" value "${value}")
    endif()
    if(value MATCHES "[$]")
        message(FATAL_ERROR "installer/debian/control: ${field} of ${package} has an unknown variable: ${value}")
    endif()
    set(${result} "${value}" PARENT_SCOPE)
endfunction()

# CPack wants paragraphs without their leading spaces.
function(control_description result package)
    control_field(value ${package} Description)
    string(REGEX REPLACE "\n [.]?" "\n" value "${value}")
    set(${result} "${value}" PARENT_SCOPE)
endfunction()

# The newest version in the changelog, which must be one of the program's version.
file(STRINGS debian/changelog newest LIMIT_COUNT 1)
if(NOT newest MATCHES "^faultline \\((${PROJECT_VERSION}-([0-9]+))\\) ")
    message(FATAL_ERROR "installer/debian/changelog begins with \"${newest}\", not with a package of version ${PROJECT_VERSION}")
endif()
set(package_version "${CMAKE_MATCH_1}")
set(package_release "${CMAKE_MATCH_2}")
