# Writes the scenes of this folder as a C source: cmake -DOUTPUT=FILE -P embed.cmake
# Numbers instead of strings: C compilers must only take strings of 4095 characters.
file(GLOB scenes ${CMAKE_CURRENT_LIST_DIR}/*.json)
list(SORT scenes)
set(arrays "")
set(table "")
set(number 0)
foreach(scene IN LISTS scenes)
  get_filename_component(name ${scene} NAME_WE)
  file(READ ${scene} bytes HEX)
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
  string(REGEX REPLACE "('....','....','....','....','....','....','....','....','....','....',)"
    "\\1\n    " bytes "${bytes}")
  string(APPEND arrays "static const char scene_${number}[] = {\n    ${bytes}'\\0'};\n\n")
  string(APPEND table "    {\"${name}\", scene_${number}, sizeof scene_${number} - 1},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "// Made by bench/scenes/builtin/embed.cmake.
#include \"scenes.h\"

${arrays}const struct scenes_entry scenes_all[] = {
${table}};
const size_t scenes_count = ${number};
")
