// A program of the surrounding project, or of whoever it is installed for: half a unit cube is wet.
double parent_half_cube(void);

int main(void) {
    const double volume = parent_half_cube();
    return volume > 0.4999999 && volume < 0.5000001 ? 0 : 1;
}
