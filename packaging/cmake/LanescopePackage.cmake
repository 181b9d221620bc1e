# The Debian package: `cmake --preset package && cmake --build build/package && cpack --config build/package/CPackConfig.cmake`.
if(LANESCOPE_GUI)
    install(FILES "${CMAKE_CURRENT_SOURCE_DIR}/packaging/debian/lanescope.desktop" DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
    install(FILES "${CMAKE_CURRENT_SOURCE_DIR}/resources/icons/lanescope.svg"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps")
endif()
install(FILES "${CMAKE_CURRENT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/lanescope" RENAME copyright)
install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/docs/user/" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/lanescope/user")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lanescope)
set(CPACK_PACKAGE_CONTACT "The Lanescope developers <lanescope@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_FILE_NAME "lanescope_${PROJECT_VERSION}")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "Opens traces of the PyTorch profiler, one file per rank, shows where the step time goes, and gives the same numbers to scripts.")
# The libraries follow from the programs; the fonts of the pictures and the platform plugins do not.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
if(LANESCOPE_GUI)
    set(CPACK_DEBIAN_PACKAGE_DEPENDS "fonts-inter, fonts-jetbrains-mono, libqt6svg6")
endif()
set(CPACK_STRIP_FILES ON)
include(CPack)
