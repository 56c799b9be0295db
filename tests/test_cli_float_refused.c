// `buoybench float` reads options and scenes strictly.
#include "child.h"
#include "test.h"

TEST(refused_options) {
    static const struct {
        const char *options[5], *text;
    } cases[] = {
        {{NULL}, "give one of --mesh, --shape and --scene; --scenes lists"},
        {{"--mesh=builtin:box", "--shape=sphere,1"}, "give one of --mesh, --shape and --scene"},
        {{"--scene=nowhere"}, "no scene 'nowhere'; there are catto-bobbing, catto-tuning, celis"},
        {{"--scene=./none.json"}, "./none.json: No such file"},
        {{"--scene=deeter-cube", "--mass=3"}, "--mass is for --mesh and --shape"},
        {{"--scene=deeter-cube", "--water=w.json"}, "--water is for --mesh and --shape"},
        {{"--scene=deeter-cube", "--up=0,1,0"}, "--up is for --mesh and --shape"},
        {{"--shape=sphere,1", "--up=0,0,0"}, "--up: '0,0,0' has no direction"},
        {{"--shape=sphere,1", "--up=0,1"}, "--up: '0,1' is not 3 numbers"},
        {{"--scene=deeter-cube", "--spin=0,0,0"}, "--spin is for --mesh and --shape"},
        {{"--mesh=builtin:box", "--mesh=builtin:box"}, "--mesh is given twice"},
        {{"--mesh=builtin:box", "more"}, "more"},
        {{"--shape=cube,1"}, "'cube,1' begins with none of box, sphere"},
        {{"--shape=box,1,1"}, "'1,1' is not 3 numbers"},
        {{"--shape=sphere"}, "'' is not a number"},
        {{"--shape=sphere,1,1"}, "is not 1 numbers"},
        {{"--shape=sphere,-1"}, "-1 is not above 0"},
        {{"--shape=sphere,nan"}, "nan is not between"},
        {{"--shape=sphere,1", "--step=0"}, "--step: 0 is not between"},
        {{"--shape=sphere,1", "--step=-1"}, "--step: -1 is not between"},
        {{"--shape=sphere,1", "--step=nan"}, "--step"},
        {{"--shape=sphere,1", "--step=2000"}, "--step"},
        {{"--shape=sphere,1", "--seconds=-1"}, "--seconds"},
        {{"--shape=sphere,1", "--seconds=inf"}, "--seconds"},
        {{"--shape=sphere,1", "--seconds=1e12"}, "steps, more than 100000000"},
        {{"--shape=sphere,1", "--seconds=1e5"}, "more than 1000000 rows"},
        {{"--shape=sphere,1", "--every=0"}, "--every"},
        {{"--shape=sphere,1", "--every=1.5"}, "--every"},
        {{"--shape=sphere,1", "--by=guess"}, "'guess' is neither plane nor pressure"},
        {{"--shape=sphere,1", "--tolerance=.1"}, "--tolerance is for --by pressure"},
        {{"--shape=sphere,1", "--by=pressure", "--tolerance=0"}, "--tolerance: 0 is not between"},
        {{"--shape=sphere,1", "--mass=0"}, "--mass: 0 is not above 0"},
        {{"--shape=sphere,1", "--mass=1", "--density=1"}, "one of --mass and --density"},
        {{"--shape=sphere,1", "--com=1,2"}, "'1,2' is not 3 numbers"},
        {{"--shape=sphere,1", "--com=1,2,3,4"}, "'1,2,3,4' is not 3 numbers"},
        {{"--shape=sphere,1", "--com=1, 2,3"}, "' 2' is not a number"},
        {{"--shape=sphere,1", "--inertia=1,1,1,2,0,0"}, "float: sphere,1: "},
        {{"--shape=sphere,1", "--rotation=0,0,0,2"}, "not a unit quaternion"},
        {{"--shape=sphere,1", "--position=0,0,1e13"}, "1e13 is not between -1e+12 and 1e+12"},
        {{"--shape=sphere,1", "--drag=-1,0,0"}, "float: sphere,1: "},
        {{"--shape=sphere,1", "--water=none.json"}, "none.json"},
        {{"--mesh=builtin:blob"}, "builtin:blob"},
        {{"--shape=sphere,1", "--format=xml"}, "xml"},
        {{"--shape=sphere,1", "--velocity=9e11,0,0", "--seconds=2"}, "float: at 1.1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct child child = {.arguments = {"float"}};
        memcpy(child.arguments + 1, cases[i].options, sizeof cases[i].options);
        expect_refusal(&child, cases[i].text);
    }
    const char *file = scratch_write_text("file", "");
    expect_refusal(
        &(struct child){.arguments = {"float", "--shape=sphere,1", "--seconds=0", "--out", file}},
        "file");
}

#define PRISM "{\"models\":{\"m\":{\"parts\":[{"
#define END "}]}},\"bodies\":[{}]}"

TEST(refused_scenes) {
    static const struct {
        const char *json, *text;
    } cases[] = {
        {"{\"motion\":{\"stp\":1}}", "unknown key 'stp'"},
        {"{\"motion\":{\"step\":0}}", "line 1: motion.step is 0, not between"},
        {"{\"motion\":{\"every\":1.5}}", "motion.every is not a whole number"},
        {"{\"motion\":{\"by\":\"guess\"}}", "motion.by is neither plane nor pressure"},
        {"{\"motion\":{\"tolerance\":-1}}", "motion.tolerance is -1, not between"},
        {"{\"motion\":{\"implicit\":1}}", "motion.implicit is neither true nor false"},
        {"{\"text\":\n7}", "line 2: text is not a string"},
        {"{\"water\":{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0,\"pool\":{\"low\":[0,0,1],"
         "\n"
         "\"high\":[1,1,0]}}}",
         "line 1: water.pool has its low corner above its high one"},
        {"{\"water\":{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0,\n"
         "\"patch\":{\"spacing\":1,\"cells\":8}}}",
         "line 2: water.patch is for water of the type waves"},
        {"{\"water\":{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0,\n"
         "\"decay\":true}}",
         "line 2: water.decay is for water of the type waves, without a patch"},
        {PRISM "\"prism\":[[0,0],[1,0],[0,1]]" END, "parts[0].width is missing"},
        {PRISM "\"width\":1" END, "parts[0].prism is missing"},
        {PRISM "\"prism\":[[0,0],[1,0]],\"width\":1" END, "prism has 2 elements, not 3"},
        {PRISM "\"prism\":[[0,0],[1,0],[0,1]],\"width\":0" END, "parts[0].width is 0, not between"},
        {PRISM "\"prism\":[[0,0],[1,0],[2,0]],\"width\":1" END, "models.m.parts[0].prism: "},
        {PRISM "\"prism\":[[0,0],[1,0],[0,1]],\"width\":1,\"mesh\":\"builtin:box\"" END,
         "parts[0] has more than one mesh"},
        {PRISM "\"vertices\":[[0,0,0],[1,0,0],[0,1,0]],\"faces\":[[0,1,3]]" END,
         "faces[0][2] is 3, not between 0 and 2"},
        {PRISM "\"vertices\":[[0,0,0],[1,0,0],[0,1,0]],\"faces\":[[0,1,2]]" END,
         "models.m.parts[0].faces: "},
        {PRISM "\"faces\":[[0,1,2]]" END, "parts[0].vertices is missing"},
        {"{\"models\":{\"m\":{\"parts\":[{\"mesh\":\"builtin:box\"}],\"surface\":{\"lift\":-1}}}}",
         "surface.lift is -1, not between"},
        {"{\"models\":{\"m\":{\"parts\":[{\"mesh\":\"builtin:box\"}],\"planar\":1}}}",
         "planar is neither true nor false"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const char *path = scratch_write_text("bad.json", cases[i].json);
        expect_refusal(&(struct child){.arguments = {"float", "--scene", path}}, cases[i].text);
    }
}
