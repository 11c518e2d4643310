# SPDX-License-Identifier: GPL-3.0-or-later
# fl_library, fl_executable, fl_test, fl_fuzzer: the only ways this tree makes targets.

# One precompiled header of standard headers serves every core target.
file(WRITE "${CMAKE_BINARY_DIR}/faultline_pch_anchor.cpp" "")
add_library(faultline_pch STATIC "${CMAKE_BINARY_DIR}/faultline_pch_anchor.cpp")
# -pthread as everywhere: a precompiled header serves only translation units with the same macros.
target_link_libraries(faultline_pch PRIVATE faultline_flags Threads::Threads)
target_precompile_headers(faultline_pch PRIVATE
    <algorithm> <array> <atomic> <bit> <chrono> <condition_variable> <cstddef> <cstdint> <cstring> <expected>
    <filesystem> <functional> <map> <memory> <mutex> <optional> <set> <span> <stop_token> <string> <string_view>
    <thread> <tuple> <unordered_map> <unordered_set> <utility> <variant> <vector>)

# Qt's on top of them, for test programs. Qt6::Test itself defines macros that differ by folder, with which no header could be shared.
if(BUILD_TESTING OR FAULTLINE_BENCHMARKS)
    add_library(faultline_qt_test INTERFACE)
    target_include_directories(faultline_qt_test SYSTEM INTERFACE "$<TARGET_PROPERTY:Qt6::Test,INTERFACE_INCLUDE_DIRECTORIES>")
    target_compile_definitions(faultline_qt_test INTERFACE QT_TESTLIB_LIB)
    target_link_libraries(faultline_qt_test INTERFACE Qt6::Core "$<TARGET_FILE:Qt6::Test>")
endif()
if(BUILD_TESTING)
    add_library(faultline_test_pch STATIC "${CMAKE_BINARY_DIR}/faultline_pch_anchor.cpp")
    target_link_libraries(faultline_test_pch PRIVATE faultline_flags faultline_qt_test)
    set(test_headers
        <algorithm> <array> <atomic> <chrono> <condition_variable> <cstdint> <cstring> <expected> <filesystem> <fstream> <functional>
        <map> <memory> <mutex> <optional> <set> <span> <string> <string_view> <thread> <tuple> <unordered_map> <utility> <variant> <vector>
        <QByteArray> <QFile> <QList> <QMap> <QMetaObject> <QObject> <QProcess> <QString> <QStringList> <QTemporaryDir> <QVariant>)
    target_precompile_headers(faultline_test_pch PRIVATE ${test_headers} <QTest>)
    # QTest has more in it for programs that link Qt6::Gui.
    add_library(faultline_ui_test_pch STATIC "${CMAKE_BINARY_DIR}/faultline_pch_anchor.cpp")
    target_link_libraries(faultline_ui_test_pch PRIVATE faultline_flags faultline_qt_test)
    target_precompile_headers(faultline_ui_test_pch PRIVATE ${test_headers})
endif()
# And for the window's parts, those of the models and those with widgets.
set(FAULTLINE_QT_DEFINITIONS QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_FOREACH QT_NO_KEYWORDS)
if(FAULTLINE_GUI)
    set(standard_headers <algorithm> <array> <chrono> <cstdint> <functional> <map> <memory> <optional> <string> <string_view> <utility> <variant> <vector>)
    add_library(faultline_qt_pch STATIC "${CMAKE_BINARY_DIR}/faultline_pch_anchor.cpp")
    target_link_libraries(faultline_qt_pch PRIVATE faultline_flags Qt6::Core)
    target_compile_definitions(faultline_qt_pch PRIVATE ${FAULTLINE_QT_DEFINITIONS})
    target_precompile_headers(faultline_qt_pch PRIVATE ${standard_headers} <QAbstractItemModel> <QObject> <QString> <QStringList> <QTimer> <QVariant>)
    add_library(faultline_widgets_pch STATIC "${CMAKE_BINARY_DIR}/faultline_pch_anchor.cpp")
    target_link_libraries(faultline_widgets_pch PRIVATE faultline_flags Qt6::Widgets)
    target_compile_definitions(faultline_widgets_pch PRIVATE ${FAULTLINE_QT_DEFINITIONS})
    target_precompile_headers(faultline_widgets_pch PRIVATE ${standard_headers}
        <QAbstractItemModel> <QAction> <QApplication> <QBoxLayout> <QHeaderView> <QLabel> <QMenu> <QPainter> <QPushButton> <QStyle> <QTimer> <QTreeView>)
endif()

# fl_library(NAME SOURCES … HEADERS … DEPENDS … [PRIVATE_DEPENDS …] [ALONE …] [QT [WIDGETS]])
# ALONE are sources with a file-local name that another source of the library has as well: they are compiled by themselves.
# DEPENDS are visible to users of the library; PRIVATE_DEPENDS (third-party adapters) are not.
function(fl_library name)
    cmake_parse_arguments(ARG "QT;WIDGETS" "" "SOURCES;HEADERS;DEPENDS;PRIVATE_DEPENDS;ALONE" ${ARGN})
    if(NOT ARG_SOURCES)
        add_library(${name} INTERFACE ${ARG_HEADERS})
        target_link_libraries(${name} INTERFACE ${ARG_DEPENDS})
        return()
    endif()
    add_library(${name} STATIC ${ARG_SOURCES} ${ARG_HEADERS})
    target_link_libraries(${name} PUBLIC ${ARG_DEPENDS} PRIVATE faultline_flags ${ARG_PRIVATE_DEPENDS})
    # Most of a source's time goes into headers, which a dozen sources share.
    set_target_properties(${name} PROPERTIES UNITY_BUILD ${FAULTLINE_UNITY} UNITY_BUILD_BATCH_SIZE 12)
    set_source_files_properties(${ARG_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    if(ARG_QT)
        set_target_properties(${name} PROPERTIES AUTOMOC ON AUTORCC ON)
        target_compile_definitions(${name} PRIVATE ${FAULTLINE_QT_DEFINITIONS})
        if(ARG_WIDGETS)
            target_precompile_headers(${name} REUSE_FROM faultline_widgets_pch)
        else()
            target_precompile_headers(${name} REUSE_FROM faultline_qt_pch)
        endif()
    else()
        target_precompile_headers(${name} REUSE_FROM faultline_pch)
    endif()
endfunction()

# fl_private_module(NAME SOURCES … EXPORTS … DEPENDS …): a shared object that our programs open at its first use
# (SharedLibrary::openPrivate()), with what few runs need and every start would pay for. It exports these functions alone.
function(fl_private_module name)
    cmake_parse_arguments(ARG "" "" "SOURCES;EXPORTS;DEPENDS" ${ARGN})
    add_library(${name} MODULE ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE faultline_flags ${ARG_DEPENDS})
    set(exports "${CMAKE_CURRENT_BINARY_DIR}/${name}.exports")
    list(JOIN ARG_EXPORTS " " names)
    file(CONFIGURE OUTPUT "${exports}" CONTENT "{ global: @names@; local: *; };\n" @ONLY)
    target_link_options(${name} PRIVATE "-Wl,--version-script=${exports}" -Wl,--gc-sections)
    set_target_properties(${name} PROPERTIES PREFIX "" LINK_DEPENDS "${exports}" LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib/faultline")
    set_property(GLOBAL APPEND PROPERTY FAULTLINE_PRIVATE_MODULES ${name})
endfunction()

# fl_shared_library(NAME SOURCES … HEADERS … EXPORTS FILE DEPENDS … WHOLE …): a library for programs of others, which shows the names that
# FILE lists. It has all of the libraries that it depends on, and of those under WHOLE, so that every function that their headers declare is there.
function(fl_shared_library name)
    cmake_parse_arguments(ARG "" "EXPORTS" "SOURCES;HEADERS;DEPENDS;WHOLE" ${ARGN})
    set(exports "${CMAKE_CURRENT_SOURCE_DIR}/${ARG_EXPORTS}")
    add_library(${name} SHARED ${ARG_SOURCES} ${ARG_HEADERS})
    target_link_libraries(${name} PRIVATE faultline_flags ${ARG_DEPENDS} ${ARG_WHOLE})
    target_link_options(${name} PRIVATE "-Wl,--version-script=${exports}" -Wl,--no-undefined)
    foreach(library ${ARG_DEPENDS} ${ARG_WHOLE})
        target_sources(${name} PRIVATE "$<TARGET_OBJECTS:${library}>")
    endforeach()
    set_target_properties(${name} PROPERTIES LINK_DEPENDS "${exports}" LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
endfunction()

# fl_python_module(NAME SOURCES … DEPENDS …): faultline._native, beside copies of the Python files of FOLDER/faultline and links to our private modules, so that
# the folder python of the build can be imported from.
function(fl_python_module name)
    cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
    set(package "${CMAKE_BINARY_DIR}/python/faultline")
    add_library(${name} MODULE ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE faultline_flags ${ARG_DEPENDS})
    set(exports "${CMAKE_CURRENT_BINARY_DIR}/${name}.exports")
    file(WRITE "${exports}" "{ global: PyInit__native; local: *; };\n")
    target_link_options(${name} PRIVATE "-Wl,--version-script=${exports}" -Wl,--gc-sections)
    set_target_properties(${name} PROPERTIES PREFIX "" OUTPUT_NAME _native SUFFIX ".${Python3_SOABI}.so" CXX_VISIBILITY_PRESET hidden
        LINK_DEPENDS "${exports}" LIBRARY_OUTPUT_DIRECTORY "${package}")
    file(GLOB files CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/faultline/*.py" "${CMAKE_CURRENT_SOURCE_DIR}/faultline/*.pyi" "${CMAKE_CURRENT_SOURCE_DIR}/faultline/py.typed")
    foreach(file ${files})
        cmake_path(GET file FILENAME file_name)
        add_custom_command(OUTPUT "${package}/${file_name}" COMMAND "${CMAKE_COMMAND}" -E copy "${file}" "${package}/${file_name}" DEPENDS "${file}" VERBATIM)
        list(APPEND copies "${package}/${file_name}")
    endforeach()
    get_property(private_modules GLOBAL PROPERTY FAULTLINE_PRIVATE_MODULES)
    foreach(module ${private_modules})
        add_custom_command(TARGET ${name} POST_BUILD
            COMMAND "${CMAKE_COMMAND}" -E create_symlink "$<TARGET_FILE:${module}>" "${package}/$<TARGET_FILE_NAME:${module}>" VERBATIM)
        add_dependencies(${name} ${module})
    endforeach()
    add_custom_target(${name}_package ALL DEPENDS ${copies})
    add_dependencies(${name} ${name}_package)
endfunction()

# fl_executable(NAME SOURCES … DEPENDS … [QT])
function(fl_executable name)
    cmake_parse_arguments(ARG "QT" "" "SOURCES;DEPENDS" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE faultline_flags ${ARG_DEPENDS})
    if(ARG_QT)
        set_target_properties(${name} PROPERTIES AUTOMOC ON AUTORCC ON)
        target_compile_definitions(${name} PRIVATE ${FAULTLINE_QT_DEFINITIONS})
    endif()
endfunction()

# What ./dev test builds and runs once more with sanitizers: everything that reads foreign bytes. Tests join with SANITIZED.
add_custom_target(sanitized_readers)
set(FAULTLINE_SANITIZED_LABEL sanitized-readers)

# fl_test(tst_name LABELS … DEPENDS … [SOURCES …] [GUI] [SANITIZED]): a Qt Test program made of tst_name.cpp and SOURCES.
function(fl_test name)
    cmake_parse_arguments(ARG "GUI;SANITIZED" "TIMEOUT" "SOURCES;LABELS;DEPENDS;ENVIRONMENT" ${ARGN})
    add_executable(${name} ${name}.cpp ${ARG_SOURCES})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
    target_link_libraries(${name} PRIVATE faultline_flags faultline_qt_test ${ARG_DEPENDS})
    # Not by AUTOMOC: with one program per test its scanner and its extra source would cost more than the tests themselves.
    qt6_generate_moc(${name}.cpp "${CMAKE_CURRENT_BINARY_DIR}/${name}.moc" TARGET ${name})
    target_include_directories(${name} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}")
    set_property(SOURCE ${name}.cpp APPEND PROPERTY OBJECT_DEPENDS "${CMAKE_CURRENT_BINARY_DIR}/${name}.moc")
    if(NOT ARG_GUI)
        if(CMAKE_CURRENT_SOURCE_DIR MATCHES "/tests/ui/")
            target_precompile_headers(${name} REUSE_FROM faultline_ui_test_pch)
        else()
            target_precompile_headers(${name} REUSE_FROM faultline_test_pch)
        endif()
        # GCC 12 warns falsely of std::string's operator+ (its bug 105651), and a precompiled header no longer counts as a system's.
        if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
            target_compile_options(${name} PRIVATE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
        endif()
    endif()
    target_compile_definitions(${name} PRIVATE
        FL_TEST_SOURCE_DIR="${CMAKE_CURRENT_SOURCE_DIR}"
        FL_TESTS_DIR="${PROJECT_SOURCE_DIR}/tests"
        FL_BINARY_DIR="${CMAKE_BINARY_DIR}")
    add_test(NAME ${name} COMMAND ${name})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 900)
    endif()
    if(ARG_SANITIZED)
        add_dependencies(sanitized_readers ${name})
        list(APPEND ARG_LABELS ${FAULTLINE_SANITIZED_LABEL})
    endif()
    # Qt Test's own limit per function, five minutes, would end what takes long on a busy machine.
    set(environment "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;QTEST_FUNCTION_TIMEOUT=${ARG_TIMEOUT}000;${ARG_ENVIRONMENT}")
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT "${environment}")
endfunction()

# fl_fuzzer(fuzz_name DEPENDS … CORPUS folder [SANITIZED]): libFuzzer target when FAULTLINE_FUZZERS, and always a replay of the corpus
# as an ordinary test. fuzz_name.cpp defines LLVMFuzzerTestOneInput only.
function(fl_fuzzer name)
    cmake_parse_arguments(ARG "SANITIZED" "CORPUS" "DEPENDS" ${ARGN})
    if(FAULTLINE_FUZZERS)
        if(NOT TARGET fuzzers)
            add_custom_target(fuzzers)
        endif()
        add_dependencies(fuzzers ${name})
        add_executable(${name} ${name}.cpp)
        target_link_libraries(${name} PRIVATE faultline_flags ${ARG_DEPENDS})
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
        set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/fuzz")
    endif()
    if(NOT TARGET fuzz_replay_main)
        add_library(fuzz_replay_main OBJECT "${PROJECT_SOURCE_DIR}/tests/fuzz/replay_main.cpp")
        target_link_libraries(fuzz_replay_main PRIVATE faultline_flags)
    endif()
    add_executable(${name}_replay ${name}.cpp)
    target_link_libraries(${name}_replay PRIVATE faultline_flags fuzz_replay_main ${ARG_DEPENDS})
    set_target_properties(${name}_replay PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
    add_test(NAME ${name}_replay COMMAND ${name}_replay "${PROJECT_SOURCE_DIR}/tests/corpora/fuzz/${ARG_CORPUS}")
    set(labels fuzz-replay)
    if(ARG_SANITIZED)
        add_dependencies(sanitized_readers ${name}_replay)
        list(APPEND labels ${FAULTLINE_SANITIZED_LABEL})
    endif()
    set_tests_properties(${name}_replay PROPERTIES LABELS "${labels}" TIMEOUT 900)
endfunction()
