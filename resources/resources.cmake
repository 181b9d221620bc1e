# What is compiled into the programs that draw: the colour tokens, and the fonts of Debian's fonts-inter and
# fonts-jetbrains-mono. No font file is committed; without them the system's sans is used and the build says so.
set(lanescope_font_dirs
    /usr/share/fonts/opentype/inter /usr/share/fonts/truetype/jetbrains-mono
    /usr/share/fonts/truetype/inter /usr/local/share/fonts)
set(LANESCOPE_FONT_DIR "" CACHE PATH "Folder with Inter-*.otf and JetBrainsMono-Regular.ttf, looked into first")
set(lanescope_fonts "")
set(lanescope_fonts_missing "")
foreach(font Inter-Regular.otf Inter-Medium.otf Inter-SemiBold.otf JetBrainsMono-Regular.ttf)
    find_file(LANESCOPE_FONT_${font} NAMES ${font} HINTS ${LANESCOPE_FONT_DIR} PATHS ${lanescope_font_dirs} NO_DEFAULT_PATH)
    if(LANESCOPE_FONT_${font})
        set_source_files_properties("${LANESCOPE_FONT_${font}}" PROPERTIES QT_RESOURCE_ALIAS "fonts/${font}")
        list(APPEND lanescope_fonts "${LANESCOPE_FONT_${font}}")
    else()
        list(APPEND lanescope_fonts_missing ${font})
    endif()
endforeach()
if(lanescope_fonts_missing)
    message(STATUS "Fonts not found: ${lanescope_fonts_missing}; text is drawn with the system's sans "
        "(install fonts-inter and fonts-jetbrains-mono for the same pictures on every machine)")
endif()

# lanescope_embed(target): the resources under :/lanescope
function(lanescope_embed target)
    set_source_files_properties("${PROJECT_SOURCE_DIR}/resources/tokens.json" PROPERTIES QT_RESOURCE_ALIAS tokens.json)
    qt_add_resources(${target} ${target}_files PREFIX /lanescope
        FILES "${PROJECT_SOURCE_DIR}/resources/tokens.json" ${lanescope_fonts})
endfunction()
