#include <cstdio>

int main() {
    std::puts("lanescope-cli");
    return 0;
}
