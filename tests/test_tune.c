// Tuning in less time than it needs: what is called measured was.
#include "test.h"
#include "tune.h"

// Time that ends at once decides next to nothing, although duels were begun; what time was left for
// has a lead, by which the method chosen beats others, and which is a share: some methods are
// within twice the time of the best.
TEST(leads) {
    static const double seconds[] = {0.01, 4.0};
    for (int i = 0; i < 2; ++i) {
        struct tuning tuning = {.seconds = seconds[i]};
        double least = HUGE_VAL;
        size_t measured = 0;
        assert_int_equal(tune(&tuning), 0);
        for (int k = 0; k < 4 * CHOICES_SIZES * CHOICES_PLANES; ++k) {
            const size_t place = (size_t)k % (CHOICES_SIZES * CHOICES_PLANES);
            const struct choices *choices =
                &tuning.points.of[k / (2 * CHOICES_SIZES * CHOICES_PLANES)]
                                 [k / (CHOICES_SIZES * CHOICES_PLANES) % 2];
            const struct choice *choice =
                &choices->choices[place / CHOICES_PLANES][place % CHOICES_PLANES];
            if (choice->is_measured) {
                ++measured;
                least = fmin(least, choice->lead);
            }
            assert_true(choice->is_measured == !isnan(choice->lead));
        }
        assert_true(i == 0 ? tuning.measured <= 2 : measured > 0 && least < 0.9);
    }
}
