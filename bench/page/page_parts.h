// The page (assemble.cmake): its beginning, what stands between the text, the data and the script,
// and its end.
#ifndef BENCH_PAGE_PARTS_H
#define BENCH_PAGE_PARTS_H

extern const char page_head[], page_data[], page_behind[], page_end[], page_script[];

#endif
