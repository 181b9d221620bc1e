# Writes OUTPUT, a C++ file with the hash of all files in SOURCES (a list). Run by the build: cmake -P.
set(all "")
separate_arguments(files UNIX_COMMAND "${SOURCES}")
foreach(file IN LISTS files)
    file(SHA256 "${file}" hash)
    string(APPEND all "${hash}")
endforeach()
string(SHA256 revision "${all}")
file(WRITE "${OUTPUT}" "#include \"core/cache/store_revision.h\"\n\n"
    "namespace lanescope::cache {\nstd::string_view storeRevision() { return \"${revision}\"; }\n}\n")
