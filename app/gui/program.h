// The program around the window: command line, application, event loop.
#pragma once

namespace lanescope::app {
int runProgram(int argc, char** argv);
}
