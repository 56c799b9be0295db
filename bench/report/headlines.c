// One sentence about a family for the verdict.
#include "headlines.h"

#include <stdarg.h>
#include <stdio.h>

#include "numbers.h"
#include "recommend.h"

struct sentence {
    char *text;
    size_t size, length;
};

CLI_PRINTF_AT(2, 3) static void add(struct sentence *sentence, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int written = vsnprintf(sentence->text + sentence->length,
                                  sentence->size - sentence->length, format, arguments);
    va_end(arguments);
    sentence->length += written > 0 ? (size_t)written : 0;
    sentence->length = sentence->length < sentence->size ? sentence->length : sentence->size - 1;
}

// A time, or for threads how they scale, of which there is one at most.
static void add_subject(const struct race *race, const struct race_subject *subject, bool first,
                        struct sentence *sentence) {
    const struct workload *workload = subject->queries.workload;
    const struct race_entry *entry = recommend_automatic(subject);
    if (workload->threaded) {
        const double scaling = race_scaling(race, entry);
        if (scaling > 0.0) {
            add(sentence, "; %zu threads ×%s", workload_threads(workload),
                number_short(scaling).text);
        }
        return;
    }
    add(sentence, "%s %s %s%s", first ? "" : ",", workload->headline,
        number_short(race_times(entry)->median).text, first ? " ns" : "");
}

bool headlines_write(const struct race *race, const struct family *family, char *text,
                     size_t size) {
    struct sentence sentence = {text, size, 0};
    bool first = true;
    text[0] = '\0';
    add(&sentence, "%s/auto/best:", family->name);
    for (int threaded = 0; threaded < 2; ++threaded) { // threads come last
        for (size_t i = 0; i < race->subject_count; ++i) {
            const struct race_subject *subject = &race->subjects[i];
            const struct workload *workload = subject->queries.workload;
            if (subject->queries.family == family && workload->headline &&
                workload->threaded == (threaded == 1) && recommend_automatic(subject)) {
                add_subject(race, subject, first, &sentence);
                first &= workload->threaded;
            }
        }
    }
    return !first;
}
