// Asks Buoyancy.cs, as Unity would call it. Exit code 0 if all holds.
using System;
using System.Runtime.InteropServices;
using Buoyancy;

public static class Test {
    [StructLayout(LayoutKind.Sequential)] public struct Crate { public int Tag; public float Px, Py, Pz, Qx, Qy, Qz, Qw, Vx, Vy, Vz, Wx, Wy, Wz; }

    static int bad;
    static void Insist(bool holds, string what) {
        if (!holds) { ++bad; Console.Error.WriteLine("not so: " + what); }
    }
    static string Refusal(Action action) {
        try { action(); } catch (BuoyancyException e) { return e.Message; } catch (Exception e) { return e.GetType().Name; }
        return "nothing was refused";
    }

    // Clockwise from outside under a left hand, counter-clockwise under a right one.
    static readonly float[] corners = { -1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1 };
    static readonly int[] cube = { 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5 };

    // Bytes that 10 000 calls allocate, once what they need is there.
    static long Garbage(Action action) {
        for (int i = 0; i < 10; ++i) { action(); }
        int collections = GC.CollectionCount(0);
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 10000; ++i) { action(); }
        long bytes = GC.GetAllocatedBytesForCurrentThread() - before;
        Insist(bytes > 0 || GC.CollectionCount(0) == collections, "where nothing is allocated, nothing is collected");
        return bytes;
    }
    public static object kept;

    static int Main() {
        const Frame unity = Frame.YUpLeft;
        var inward = (int[])cube.Clone();
        Array.Reverse(inward);
        foreach (Frame frame in Enum.GetValues(typeof(Frame))) { // a left hand also sees the other turn
            Insist(Refusal(() => new Mesh(corners, inward, frame)).Contains("wound inward"), "in no frame are triangles wound inward");
        }
        var mesh = new Mesh(corners, cube, unity);
        Submerged half = mesh.Volume(new Vector3d(0, 1, 0), 0.5);
        Insist(Math.Abs(half.Volume - 6) < 1e-5 && Math.Abs(half.Centre.Y + 0.25) < 1e-5, "a cube's volume below y = 0.5: " + half.Volume);
        var open = new int[cube.Length - 3];
        Array.Copy(cube, open, open.Length);
        Insist(Refusal(() => new Mesh(corners, open, unity)).Contains("has no partner"), Refusal(() => new Mesh(corners, open, unity)));
        Insist(Math.Abs(new Mesh(corners, open, unity, close: true).Volume(new Vector3d(0, 1, 0), 2).Volume - 8) < 1e-5, "a lid closes the cube");
        Insist(Refusal(() => mesh.Volume(new Vector3d(0, 0, 0), 0)).Contains("normal"), Refusal(() => mesh.Volume(new Vector3d(), 0)));
        Insist(Refusal(() => new Model(unity, new Drag(), Part.Sphere(500, -1))).Contains("size"), Refusal(() => new Model(unity, new Drag(), Part.Sphere(500, -1))));

        // Crates and cubes in an array of the caller's own, 30 s, with gravity after the call.
        var drag = new Drag { Linear = 2, Angular = 2 };
        var kinds = new[] { new Model(unity, drag, Part.Box(500, .5, .25, .4)), new Model(unity, drag, Part.Of(mesh, 500)) };
        mesh.Dispose(); // the model keeps what it needs
        var gone = new Mesh(corners, cube, unity);
        gone.Dispose();
        Insist(Refusal(() => gone.Volume(new Vector3d(0, 1, 0), 0)) == "ObjectDisposedException", "a mesh that is disposed of answers no more");
        var crates = new Crate[1000];
        for (int i = 0; i < crates.Length; ++i) { crates[i] = new Crate { Tag = i, Px = 3 * i, Py = .001f * i, Qw = 1 }; }
        var models = new Model[crates.Length];
        for (int i = 0; i < models.Length; ++i) { models[i] = kinds[i % 2]; }
        var sea = new Sea(unity) { Level = 5 };
        using (var step = Step.Of(models, unity, crates, "Px", "Qx", "Vx", "Wx")) {
            foreach (var kind in kinds) { kind.Dispose(); } // the step does
            GC.Collect(); GC.WaitForPendingFinalizers();
            const double dt = 1.0 / 60;
            for (int frame = 0; frame < 1800; ++frame) {
                Insist(step.Push(sea, dt), "all crates have answers");
                for (int i = 0; i < crates.Length; ++i) {
                    crates[i].Vy -= (float)(9.81 * dt);
                    crates[i].Py += (float)dt * crates[i].Vy;
                }
            }
            double off = 0;
            for (int i = 0; i < crates.Length; ++i) {
                double h = i % 2 == 0 ? .25 : 1;
                off = Math.Max(off, Math.Abs(crates[i].Py - (5 + h - 2 * h * 500 / 1025)));
                Insist(crates[i].Tag == i && crates[i].Px == 3 * i, "other members are left alone");
            }
            Insist(off < 1e-4, "drafts are off by " + off + " m");
            long garbage = Garbage(() => step.Push(sea, dt)), control = Garbage(() => kept = new object());
            Insist(Refusal(() => step.Push(sea, 0)).Contains("step above 0"), Refusal(() => step.Push(sea, 0)));
            Insist(garbage == 0 && control >= 160000, "10 000 steps leave " + garbage + " bytes, control " + control);
            for (int i = 0; i < crates.Length; ++i) { crates[i].Vx = crates[i].Vy = crates[i].Vz = 0; }
            crates[7].Px = float.NaN;
            Insist(!step.Push(sea, dt) && step.Failed(7) && !step.Failed(8) && crates[7].Vy == 0 && crates[8].Vy > 0 && step.Message.Contains("body 7"),
                "a body that is nowhere fails alone: " + step.Message);
            Console.WriteLine("1000 crates: draft off by {0:g2} mm; 10 000 steps allocate {1} bytes (as many objects: {2})", 1000 * off, garbage, control);
            Insist(Refusal(() => step.Push(new Sea(Frame.YUp), dt)) == "ArgumentException", "a sea of another frame is refused");
            step.Dispose();
            Insist(Refusal(() => step.Push(sea, dt)) == "ObjectDisposedException", "a step that is disposed of pushes no more");
        }
        // Each shape is lifted by what is below the water, in every frame, half a metre above the middle of the part; strong
        // drag takes the body along with the stream and stops its spin.
        var shapes = new[] { Part.Box(500, 1, 1, 1), Part.Sphere(500, 1), Part.Ellipsoid(500, 1, 1, 1), Part.Capsule(500, .5, 1), Part.Cylinder(500, .5, 1), Part.Cone(500, .5, 1) };
        var wet = new[] { .75, .84375, .84375, .6875, .75, .984375 }; // their shares
        foreach (Frame frame in Enum.GetValues(typeof(Frame)))
        foreach (var sea2 in new[] { new Sea(frame, 1000, 10), new Sea(frame, 1000, 10, 0, new Wave { Wavelength = 10 }) }) {
            bool y = frame == Frame.YUp || frame == Frame.YUpLeft;
            double up = frame == Frame.ZDown ? -1 : 1;
            var place = new Pose { Position = new Vector3d(0, y ? up : 0, y ? 0 : up), W = 1 };
            sea2.Level = 1.5;
            for (int i = 0; i < shapes.Length; ++i)
            foreach (var strong in new[] { 0, 1e9 }) {
                sea2.Current = new Vector3d(strong == 0 ? 0 : 2, 0, 0);
                var moving = new[] { new Body { RotationW = 1, VelocityX = 1, SpinX = .25f, SpinY = .25f, SpinZ = .25f } };
                var model = new Model(frame, new Drag { Linear = strong, Angular = strong }, shapes[i].At(place));
                using (var step = Step.Of(new[] { model }, frame, moving)) { step.Push(sea2, .125); }
                Body b = moving[0];
                double lift = up * (y ? b.VelocityY : b.VelocityZ), spin = Math.Abs(b.SpinX) + Math.Abs(b.SpinY) + Math.Abs(b.SpinZ);
                Insist(Math.Abs(lift - 2.5 * wet[i]) < 1e-5 && (strong == 0 ? b.VelocityX == 1 && Math.Abs(spin - .75) < 1e-5
                    : Math.Abs(b.VelocityX - 1.9) < .2 && spin < 1e-5), frame + ", shape " + i + ": " + lift + ", " + b.VelocityX + ", " + spin);
            }
        }
        // Waves lift what floats; the default struct, Godot's frame.
        var body = new[] { new Body { RotationW = 1 } };
        var ball = new Model(Frame.YUp, new Drag(), Part.Sphere(512.5, 1));
        using (var step = Step.Of(new[] { ball }, Frame.YUp, body)) {
            var swell = new Sea(Frame.YUp, waves: new Wave { Amplitude = 1, Wavelength = 100, Phase = (float)Math.PI / 2 });
            step.Push(swell, 1);
            float crest = body[0].VelocityY;
            swell.Time = Math.PI / Math.Sqrt(9.81 * 2 * Math.PI / 100); // half a period later
            body[0].VelocityY = 0;
            step.Push(swell, 1);
            Insist(crest > 15 && body[0].VelocityY < 1, "a crest lifts by " + crest + " m/s, a trough by " + body[0].VelocityY);
            // Over 5 m of water the same wave takes 1.8 times as long.
            double k = 2 * Math.PI / 100, slow = Math.Sqrt(9.81 * k * Math.Tanh(k * 5));
            var shallow = new Sea(Frame.YUp, depth: 5, waves: new Wave { Amplitude = 1, Wavelength = 100, Phase = (float)Math.PI / 2 });
            foreach (var lapse in new[] { Math.PI / slow, 2 * Math.PI / slow }) {
                shallow.Time = lapse;
                body[0].VelocityY = 0;
                step.Push(shallow, 1);
                Insist(lapse * slow > 4 ? Math.Abs(body[0].VelocityY - crest) < 1e-3 : body[0].VelocityY < 1, "after " + lapse + " s: " + body[0].VelocityY + " m/s");
            }
        }
        Insist(Refusal(() => new Sea(Frame.YUp, waves: new Wave { Amplitude = -1, Wavelength = 1 })).Contains("amplitude"), "a wave of amplitude -1 is refused");
        Insist(Refusal(() => new Sea(Frame.YUp, depth: -1, waves: new Wave { Wavelength = 1 })).Contains("depth"), "a depth of -1 is refused");
        return bad == 0 ? 0 : 1;
    }
}
