// `eval` with kernels of plug-ins.
#include "eval_plugin.h"
#include "buoyancy_kernels.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "files.h"
#include "plugins.h"
#include "session.h"

// The session of the kernel that answers, until the process ends.
static struct plugin_session *session;
static const char *kernel_id;

bool eval_has_plugin(int argc, char **argv) {
    static const char option[] = "--plugin";
    for (int i = 2; i < argc; ++i) {
        const size_t length = strcspn(argv[i], "=");
        if (length > 2 && strncmp(argv[i], option, length) == 0) {
            return true; // in full or abbreviated
        }
    }
    return false;
}

int eval_enter_kernel(const struct buoy_kernel *kernel) {
    if (!plugins_own(kernel)) {
        return 0;
    }
    struct buoy_kernel_info info;
    buoy_kernel_get_info(kernel, &info, NULL);
    kernel_id = info.id;
    if (session_open(kernel, &session) != 0) {
        return CLI_BAD;
    }
    session_enter(session);
    return 0;
}

// What went wrong in the session, as an exit code.
static int judge(int status) {
    if (status == CLI_GOOD && fflush(stdout) != 0) {
        status = cli_bad("eval: a temporary file cannot be written");
    }
    session_leave(); // which looks at how the processor rounds now
    if (status == CLI_GOOD && session) {
        const char *failure = session_failure(session), *declined = session_declined(session);
        if (failure[0] != '\0' || declined[0] != '\0') {
            status = cli_bad("%s: %s%s", kernel_id, failure[0] != '\0' ? failure : "declines: ",
                             failure[0] != '\0' ? "" : declined);
        }
    }
    session_close(session);
    return status;
}

static int copy_to_stdout(FILE *from) {
    char buffer[4096];
    size_t length;
    rewind(from);
    while ((length = fread(buffer, 1, sizeof buffer, from)) > 0) {
        fwrite(buffer, 1, length, stdout);
    }
    return ferror(from) ? cli_bad("eval: a temporary file cannot be read") : CLI_GOOD;
}

int eval_with_plugin(int (*run)(int argc, char **argv), int argc, char **argv) {
    FILE *output = files_temporary();
    const int kept = dup(STDOUT_FILENO);
    if (!output || kept < 0) {
        return cli_bad("eval: no temporary file can be made");
    }
    dup2(fileno(output), STDOUT_FILENO);
    int status = judge(run(argc, argv));
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    if (status == CLI_GOOD) {
        status = copy_to_stdout(output);
    }
    fclose(output);
    return status;
}
