// A shared object that is no plug-in.
int not_a_plugin(void);
int not_a_plugin(void) {
    return 0;
}
