# How every module is built: one static library per folder, one test program per tst_*.cpp.

find_program(LANESCOPE_CCACHE ccache)
if(LANESCOPE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${LANESCOPE_CCACHE}")
endif()

add_library(lanescope_options INTERFACE)
target_include_directories(lanescope_options INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(lanescope_options INTERFACE -Wall -Wextra -Wconversion -Wshadow -Wnon-virtual-dtor
    -Wold-style-cast -Woverloaded-virtual -Wno-sign-conversion
    $<$<BOOL:${LANESCOPE_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 reports std::string operations that cannot happen (its bug 105329).
    target_compile_options(lanescope_options INTERFACE -Wno-restrict)
    # At -O3 it also takes the empty alternative of a std::variant for an uninitialised text (its bug 105562).
    target_compile_options(lanescope_options INTERFACE $<$<CONFIG:Release>:-Wno-maybe-uninitialized>)
endif()
if(LANESCOPE_LIBFUZZER)
    target_compile_options(lanescope_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(LANESCOPE_SANITIZE)
    target_compile_options(lanescope_options INTERFACE -fsanitize=${LANESCOPE_SANITIZE} -fno-omit-frame-pointer -g1)
    target_link_options(lanescope_options INTERFACE -fsanitize=${LANESCOPE_SANITIZE})
    target_compile_definitions(lanescope_options INTERFACE LANESCOPE_CHECKS=1)
elseif(CMAKE_BUILD_TYPE STREQUAL "Debug")
    target_compile_definitions(lanescope_options INTERFACE LANESCOPE_CHECKS=1)
endif()

# lanescope_module(name SOURCES_FROM dir [PUBLIC libs...] [PRIVATE libs...])
# Collects the folder's *.cpp (its sub-folders too) into lanescope_<name>.
function(lanescope_module name)
    cmake_parse_arguments(ARG "" "DIR" "PUBLIC;PRIVATE" ${ARGN})
    if(NOT ARG_DIR)
        set(ARG_DIR "${CMAKE_CURRENT_SOURCE_DIR}/${name}")
    endif()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${ARG_DIR}/*.cpp")
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${ARG_DIR}/*.h")
    if(sources)
        add_library(lanescope_${name} STATIC ${sources} ${headers})
        target_link_libraries(lanescope_${name} PUBLIC lanescope_options ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
        target_compile_features(lanescope_${name} PUBLIC cxx_std_20)
    else()
        add_library(lanescope_${name} INTERFACE)
        target_link_libraries(lanescope_${name} INTERFACE lanescope_options ${ARG_PUBLIC})
    endif()
endfunction()
