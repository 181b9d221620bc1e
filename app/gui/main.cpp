// lanescope: the window program.
#include "app/gui/program.h"

int main(int argc, char** argv) { return lanescope::app::runProgram(argc, argv); }
