// Energy, from a folder as Linux's powercap has it.
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "host.h"
#include "test.h"

static void write_package(const char *package, const char *name, const char *microjoules) {
    char path[100];
    mkdir(scratch_path(package), 0777);
    snprintf(path, sizeof path, "%s/name", package);
    scratch_write_text(path, name);
    snprintf(path, sizeof path, "%s/max_energy_range_uj", package);
    scratch_write_text(path, "10000000\n");
    snprintf(path, sizeof path, "%s/energy_uj", package);
    scratch_write_text(path, microjoules);
}

TEST(packages) {
    struct energy energy;
    energy_open(scratch_folder(), &energy);
    assert_int_equal(energy.count, 0);
    const struct energy_reading none = energy_read(&energy);
    assert_true(isnan(energy_between(&energy, &none, &none)));

    write_package("intel-rapl:0", "package-0\n", "2500000\n");
    write_package("intel-rapl:0:0", "core\n", "1000000\n"); // within the package
    write_package("intel-rapl:1", "package-1\n", "9000000\n");
    write_package("intel-rapl:2", "psys\n", "1\n"); // all of the machine
    energy_open(scratch_folder(), &energy);
    assert_int_equal(energy.count, 2);
    const struct energy_reading before = energy_read(&energy);
    write_package("intel-rapl:0", "package-0\n", "3000000\n");
    write_package("intel-rapl:1", "package-1\n", "1000000\n"); // begun anew
    const struct energy_reading after = energy_read(&energy);
    assert_true(fabs(energy_between(&energy, &before, &after) - 2.5) < 1e-9);
    assert_true(energy_between(&energy, &before, &before) == 0.0);

    assert_int_equal(unlink(scratch_path("intel-rapl:1/energy_uj")), 0); // not readable any more
    const struct energy_reading lost = energy_read(&energy);
    assert_true(isnan(energy_between(&energy, &before, &lost)));
}
