# Debian packages by CPack. Built twice from the same commit they are the same, byte for byte: SOURCE_DATE_EPOCH is the time of the commit.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "Faultline's maintainers")
set(CPACK_PACKAGE_CONTACT "Faultline's maintainers <maintainers@faultline.invalid>")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL ${components})
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
foreach(component ${components})
    set(CPACK_COMPONENT_${component}_GROUP ${component})
endforeach()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
# The packages with debug info are made by stripping the programs.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

set(CPACK_DEBIAN_CLI_PACKAGE_NAME faultline)
# Loaded when the first transfer starts, so the linker does not know it.
set(CPACK_DEBIAN_CLI_PACKAGE_DEPENDS "libcurl4, ca-certificates")
set(CPACK_DEBIAN_CLI_DEBUGINFO_PACKAGE ON)
set(CPACK_DEBIAN_CLI_DESCRIPTION "crash analysis and symbolication on the command line
Reads minidumps, core files, crash reports of Apple's systems and stacks of
JavaScript, Java and Kotlin, walks their stacks, and shows functions, inlined
calls and source lines. It says for every module which debug files were tried
and why they could or could not be used.

The same program is a server for the protocols of Symbolicator, Mozilla's
symbolication API, symbfile and SymCache.")

set(CPACK_DEBIAN_WORKBENCH_PACKAGE_NAME faultline-workbench)
set(CPACK_DEBIAN_WORKBENCH_PACKAGE_DEPENDS "faultline (= ${package_version}), qt6-qpa-plugins")
set(CPACK_DEBIAN_WORKBENCH_DEBUGINFO_PACKAGE ON)
set(CPACK_DEBIAN_WORKBENCH_DESCRIPTION "desktop workbench for crash analysis
Opens crash files in a window with threads, frames, source, registers and
modules, downloads debug files from the servers that the user allows, and
explains what is missing.")

set(CPACK_DEBIAN_SERVER_PACKAGE_NAME faultline-server)
set(CPACK_DEBIAN_SERVER_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_SERVER_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_SERVER_PACKAGE_SECTION net)
set(CPACK_DEBIAN_SERVER_PACKAGE_DEPENDS "faultline (>= ${package_version})")
set(CPACK_DEBIAN_SERVER_DESCRIPTION "symbolication server as a system service
A hardened unit of systemd and a configuration with safe values for the
symbolication server in the package faultline. The service is neither enabled
nor started by the installation.")

# Each package has its licences and its changelog in Debian's form.
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
    execute_process(COMMAND git log -1 --format=%ct WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE ENV{SOURCE_DATE_EPOCH} OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
string(TIMESTAMP FAULTLINE_PACKAGE_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(FAULTLINE_PACKAGE_VERSION "${package_version}")
configure_file(debian/changelog.in "${documents}/changelog.Debian" @ONLY)
execute_process(COMMAND gzip -9nkf "${documents}/changelog.Debian" COMMAND_ERROR_IS_FATAL ANY)
foreach(component ${components})
    install(FILES debian/copyright "${documents}/changelog.Debian.gz" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${package_of_${component}}" COMPONENT ${component})
endforeach()

foreach(component ${components})
    set(package ${package_of_${component}})
    install(FILES debian/${package}.lintian-overrides DESTINATION "${CMAKE_INSTALL_DATADIR}/lintian/overrides" RENAME ${package} COMPONENT ${component})
endforeach()

# The names that dpkg expects. The server's configuration is a conffile: an upgrade keeps what the operator wrote.
set(scripts "${CMAKE_CURRENT_BINARY_DIR}/scripts")
foreach(script postinst prerm postrm)
    configure_file(debian/faultline-server.${script} "${scripts}/${script}" COPYONLY)
endforeach()
file(WRITE "${scripts}/conffiles" "/etc/faultline/server.yml\n")
set(CPACK_DEBIAN_SERVER_PACKAGE_CONTROL_EXTRA "${scripts}/postinst;${scripts}/prerm;${scripts}/postrm;${scripts}/conffiles")
set(CPACK_DEBIAN_SERVER_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
