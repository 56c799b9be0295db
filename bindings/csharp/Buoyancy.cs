// libbuoyancy for Unity, Godot .NET and other C#: put this file beside your own. See README.md.
using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Buoyancy {
/// <summary>Which axis is up, and which hand: Godot's is YUp, Unity's YUpLeft, Unreal's ZUpLeft.</summary>
public enum Frame { ZUp, YUp, YUpLeft, ZUpLeft, ZDown }

/// <summary>What the library says of input that it refuses: a sentence that names the first offending element.</summary>
public sealed class BuoyancyException : Exception {
    /// <summary>A value of enum buoy_status in buoyancy_mesh.h.</summary>
    public readonly int Status;
    internal BuoyancyException(int status, string message) : base(message) { Status = status; }
}

/// <summary>Three numbers.</summary>
[StructLayout(LayoutKind.Sequential)] public struct Vector3d {
    public double X, Y, Z;
    public Vector3d(double x, double y, double z) { X = x; Y = y; Z = z; }
}

/// <summary>A place in a body, m, and a rotation: a quaternion of length 1.</summary>
[StructLayout(LayoutKind.Sequential)] public struct Pose { // struct buoy_pose
    public Vector3d Position;
    public double X, Y, Z, W;
    public static readonly Pose Identity = new Pose { W = 1 };
}

/// <summary>Coefficients of drag: linear and angular in 1/s, 1 to 10 for most bodies; quadratic is C_D.</summary>
[StructLayout(LayoutKind.Sequential)] public struct Drag { public double Linear, Angular, Quadratic; } // struct buoy_drag

/// <summary>A sinusoid that runs along x, or by Direction towards the other horizontal axis (radians).</summary>
[StructLayout(LayoutKind.Sequential)] public struct Wave { public float Amplitude, Wavelength, Direction, Phase, Period; } // struct buoy_wave

/// <summary>A submerged volume, m³, and its centre in the mesh's frame.</summary>
[StructLayout(LayoutKind.Sequential)] public struct Submerged { public double Volume; public Vector3d Centre; } // struct buoy_volume

/// <summary>The library itself: its functions, and its structs as C# describes them.</summary>
internal static class Native {
#if (UNITY_IOS || UNITY_WEBGL) && !UNITY_EDITOR
    const string Name = "__Internal";
#else
    const string Name = "buoyancy"; // libbuoyancy.so, buoyancy.dll, libbuoyancy.dylib
#endif
    [StructLayout(LayoutKind.Sequential)] internal struct Part {
        internal int Kind; internal float A, B, C; internal IntPtr Mesh; internal Pose Place;
    }
    [StructLayout(LayoutKind.Sequential)] internal struct Mass { internal double Value; internal Vector3d Centre, InertiaX, InertiaY, InertiaZ; }
    [StructLayout(LayoutKind.Sequential)] internal struct ModelInput {
        internal IntPtr Parts; internal UIntPtr PartCount; internal Mass Mass; internal Drag Drag;
        internal double Length; internal uint Flags; internal IntPtr Densities; internal int Frame; internal byte Merge;
    }
    [StructLayout(LayoutKind.Sequential)] internal struct MeshInput {
        internal IntPtr Positions; internal UIntPtr VertexCount; internal IntPtr Indices; internal UIntPtr TriangleCount;
        internal uint Flags, Spheres; internal double WeldTolerance; internal IntPtr Positions64; internal uint Stride;
        internal IntPtr Indices16; internal int Frame; internal Vector3d Scale;
    }
    [StructLayout(LayoutKind.Sequential)] internal struct Plane { internal float X, Y, Z, D; }
    [StructLayout(LayoutKind.Sequential)] internal struct Plane64 { internal Vector3d Normal; internal double D; }
    [StructLayout(LayoutKind.Sequential)] internal struct VolumeQuery {
        internal IntPtr Mesh, Planes; internal UIntPtr Count; internal IntPtr Kernel, Scratch;
        internal UIntPtr ScratchBytes; internal uint Voxels; internal byte Cold; internal IntPtr Errors, Planes64, Failed;
    }
    [StructLayout(LayoutKind.Sequential)] internal struct Water {
        internal int Kind; internal Plane Plane; internal IntPtr Patch, Waves; internal double Time, Density, Gravity;
        internal Vector3d Current; internal IntPtr CurrentAt, CurrentContext, Region; internal int WavePressure;
        internal Plane64 Plane64; internal double Level;
    }
    [StructLayout(LayoutKind.Sequential)] internal struct Array { internal IntPtr First; internal uint Stride; internal int Type; }
    [StructLayout(LayoutKind.Sequential)] internal struct StepOptions {
        internal IntPtr Kernel, Scratch; internal UIntPtr ScratchBytes; internal IntPtr WaterOf; internal UIntPtr WaterCount;
        internal IntPtr Failed;
    }
    [StructLayout(LayoutKind.Sequential)] internal struct StepQuery {
        internal IntPtr Models; internal Array Position, Rotation, Velocity, Spin, Linear, Angular; internal int Kind;
        internal byte Add; internal IntPtr Water; internal double Dt; internal IntPtr Bodies; internal UIntPtr Count;
        internal int Frame; internal byte WFirst; internal IntPtr Options;
    }

    [DllImport(Name)] internal static extern UIntPtr buoy_struct_bytes(string name);
    [DllImport(Name)] internal static extern int buoy_struct_fill(string name, IntPtr value, UIntPtr bytes, IntPtr error);
    [DllImport(Name)] internal static extern int buoy_mesh_create(ref MeshInput input, out IntPtr mesh, IntPtr error);
    [DllImport(Name)] internal static extern void buoy_mesh_destroy(IntPtr mesh);
    [DllImport(Name)] internal static extern int buoy_volume_compute(ref VolumeQuery query, IntPtr results, IntPtr error);
    [DllImport(Name)] internal static extern int buoy_model_create(ref ModelInput input, out IntPtr model, IntPtr error);
    [DllImport(Name)] internal static extern void buoy_model_destroy(IntPtr model);
    [DllImport(Name)] internal static extern int buoy_waves_create(Wave[] waves, UIntPtr count, double gravity, double depth, out IntPtr result, IntPtr error);
    [DllImport(Name)] internal static extern void buoy_waves_destroy(IntPtr waves);
    [DllImport(Name)] internal static extern int buoy_water_forces_compute(ref StepQuery query, IntPtr results, IntPtr error);

    internal const int ErrorElement = 18, ErrorBytes = 244;
    /// Before the first struct is handed over: all have the library's size, or nothing works.
    static Native() {
        Check<Pose>("buoy_pose"); Check<Part>("buoy_part"); Check<ModelInput>("buoy_model_input");
        Check<MeshInput>("buoy_mesh_input"); Check<VolumeQuery>("buoy_volume_query"); Check<Wave>("buoy_wave");
        Check<Water>("buoy_water"); Check<StepOptions>("buoy_step_options"); Check<StepQuery>("buoy_step_query");
    }
    static void Check<T>(string name) {
        ulong theirs = (ulong)buoy_struct_bytes(name), ours = (ulong)Marshal.SizeOf(typeof(T));
        if (theirs != ours) { throw new InvalidOperationException("struct " + name + " has " + theirs + " bytes in the library and "
            + ours + " in Buoyancy.cs: take both from one version"); }
    }

    internal static void Insist(int status, Pinned<byte> error) { if (status != 0) { throw new BuoyancyException(status, Message(error)); } }
    internal static string Message(Pinned<byte> error) { // after enum buoy_status, 4 bytes, text that ends in 0
        int end = System.Array.IndexOf(error.Items, (byte)0, 4);
        return Encoding.UTF8.GetString(error.Items, 4, end - 4);
    }
}

/// An array that stays where it is, for the library to read and write.
internal sealed class Pinned<T> : IDisposable where T : struct {
    internal readonly T[] Items;
    GCHandle handle; // not readonly: Free() changes it
    internal Pinned(T[] items) { Items = items; handle = GCHandle.Alloc(items, GCHandleType.Pinned); }
    internal IntPtr Address { get { return handle.AddrOfPinnedObject(); } }
    public void Dispose() { if (handle.IsAllocated) { handle.Free(); } GC.SuppressFinalize(this); }
    ~Pinned() { if (handle.IsAllocated) { handle.Free(); } }
}

/// <summary>What the library holds memory for, until it is disposed of or garbage.</summary>
public abstract class Held : SafeHandle {
    internal Held() : base(IntPtr.Zero, true) { }
    public override bool IsInvalid { get { return handle == IntPtr.Zero; } }
    internal IntPtr Address { get { if (IsClosed || IsInvalid) { throw new ObjectDisposedException(GetType().Name); } return handle; } }
    /// What others need is freed after the last of them, even if it is disposed of before.
    internal static void Keep(Held[] all) {
        bool kept = false;
        foreach (var held in all) { if (held != null) { held.DangerousAddRef(ref kept); } }
    }
    internal static void Release(Held[] all) { foreach (var held in all) { if (held != null) { held.DangerousRelease(); } } }
}

/// <summary>A closed mesh. It never changes, and serves any number of models and threads.</summary>
public sealed class Mesh : Held {
    /// <summary>Makes a mesh.</summary>
    /// <param name="positions">x, y, z of each vertex, m</param>
    /// <param name="triangles">three vertices of each triangle, counter-clockwise from outside in a right-handed
    /// frame, clockwise in a left-handed one, as Unity has them</param>
    /// <param name="close">whether to mend a mesh that is not closed or not wound outward, with lids on its holes</param>
    public Mesh(float[] positions, int[] triangles, Frame frame, bool close = false) {
        if (positions.Length % 3 != 0 || triangles.Length % 3 != 0) {
            throw new ArgumentException("a mesh has three numbers a vertex and three vertices a triangle");
        }
        using (var places = new Pinned<float>(positions)) using (var indices = new Pinned<int>(triangles))
        using (var error = new Pinned<byte>(new byte[Native.ErrorBytes])) {
            var input = new Native.MeshInput {
                Positions = places.Address, VertexCount = (UIntPtr)(positions.Length / 3), Indices = indices.Address,
                TriangleCount = (UIntPtr)(triangles.Length / 3), Frame = (int)frame, Flags = close ? 1u << 4 : 0
            };
            Native.Insist(Native.buoy_mesh_create(ref input, out handle, error.Address), error);
        }
    }

    /// <summary>The volume below the plane normal · x = d, in the mesh's frame; the normal points up.</summary>
    public Submerged Volume(Vector3d normal, double d) {
        using (var planes = new Pinned<Native.Plane64>(new[] { new Native.Plane64 { Normal = normal, D = d } }))
        using (var results = new Pinned<Submerged>(new Submerged[1]))
        using (var error = new Pinned<byte>(new byte[Native.ErrorBytes])) {
            var query = new Native.VolumeQuery { Mesh = Address, Planes64 = planes.Address, Count = (UIntPtr)1 };
            Native.Insist(Native.buoy_volume_compute(ref query, results.Address, error.Address), error);
            GC.KeepAlive(this);
            return results.Items[0];
        }
    }
    protected override bool ReleaseHandle() { Native.buoy_mesh_destroy(handle); return true; }
}

/// <summary>A shape at its place in a body, of uniform density (kg/m³). Sizes of boxes are half extents.</summary>
public struct Part {
    internal Native.Part Shape; internal Mesh Mesh; internal double Density;
    static Part Make(int kind, double density, double a, double b, double c, Mesh mesh = null) {
        return new Part { Mesh = mesh, Density = density,
            Shape = new Native.Part { Kind = kind, A = (float)a, B = (float)b, C = (float)c, Place = Pose.Identity } };
    }
    public static Part Box(double density, double x, double y, double z) { return Make(0, density, x, y, z); }
    public static Part Sphere(double density, double radius) { return Make(1, density, radius, 0, 0); }
    public static Part Ellipsoid(double density, double x, double y, double z) { return Make(2, density, x, y, z); }
    /// <summary>Its axis is upward, as a cylinder's and a cone's.</summary>
    public static Part Capsule(double density, double radius, double halfLength) { return Make(3, density, radius, halfLength, 0); }
    public static Part Cylinder(double density, double radius, double halfLength) { return Make(4, density, radius, halfLength, 0); }
    public static Part Cone(double density, double radius, double halfHeight) { return Make(5, density, radius, halfHeight, 0); }
    public static Part Of(Mesh mesh, double density) { return Make(6, density, 0, 0, 0, mesh); }
    /// <summary>The part at another place of the body.</summary>
    public Part At(Pose place) { Shape.Place = place; return this; }
}

/// <summary>What bodies of one kind share: parts, mass, drag.</summary>
public sealed class Model : Held {
    readonly Mesh[] meshes;
    public Model(Frame frame, Drag drag, params Part[] parts) {
        meshes = Array.ConvertAll(parts, p => p.Mesh);
        parts = Array.ConvertAll(parts, p => { if (p.Mesh != null) { p.Shape.Mesh = p.Mesh.Address; } return p; });
        using (var shapes = new Pinned<Native.Part>(Array.ConvertAll(parts, p => p.Shape)))
        using (var densities = new Pinned<double>(Array.ConvertAll(parts, p => p.Density)))
        using (var error = new Pinned<byte>(new byte[Native.ErrorBytes])) {
            var input = new Native.ModelInput { Parts = shapes.Address, PartCount = (UIntPtr)parts.Length,
                Densities = densities.Address, Drag = drag, Frame = (int)frame };
            Native.Insist(Native.buoy_model_create(ref input, out handle, error.Address), error);
            Keep(meshes);
        }
    }
    protected override bool ReleaseHandle() { Native.buoy_model_destroy(handle); Release(meshes); return true; }
}

/// <summary>Water: level, or with waves.</summary>
public sealed class Sea : Held {
    internal readonly Frame Frame; internal readonly Pinned<Native.Water> Water = new Pinned<Native.Water>(new Native.Water[1]);
    /// <param name="density">kg/m³</param>
    /// <param name="gravity">its magnitude, m/s²: your engine's</param>
    /// <param name="depth">of the water below waves, m; 0: deep</param>
    /// <param name="waves">their sum is the surface; without them it is level</param>
    public Sea(Frame frame, double density = 1025, double gravity = 9.81, double depth = 0, params Wave[] waves) {
        Frame = frame;
        using (var error = new Pinned<byte>(new byte[Native.ErrorBytes])) {
            UIntPtr bytes = (UIntPtr)Marshal.SizeOf(typeof(Native.Water));
            Native.Insist(Native.buoy_struct_fill("buoy_water", Water.Address, bytes, error.Address), error);
            if (waves.Length > 0) { Native.Insist(Native.buoy_waves_create(waves, (UIntPtr)waves.Length, gravity, depth, out handle, error.Address), error); }
        }
        double up = frame == Frame.ZDown ? -1 : 1;
        Water.Items[0].Plane64.Normal = frame == Frame.YUp || frame == Frame.YUpLeft ? new Vector3d(0, up, 0) : new Vector3d(0, 0, up);
        Water.Items[0].Kind = waves.Length > 0 ? 2 : 0; Water.Items[0].Waves = handle;
        Water.Items[0].Density = density; Water.Items[0].Gravity = gravity;
    }
    /// <summary>Seconds, for waves.</summary>
    public double Time { get { return Water.Items[0].Time; } set { Water.Items[0].Time = value; } }
    /// <summary>How high level 0 lies, m: a lake's.</summary>
    public double Level {
        get { return Water.Items[0].Level; }
        set { Water.Items[0].Level = Water.Items[0].Plane64.D = value; }
    }
    /// <summary>The water's velocity, m/s.</summary>
    public Vector3d Current { get { return Water.Items[0].Current; } set { Water.Items[0].Current = value; } }
    protected override bool ReleaseHandle() { Native.buoy_waves_destroy(handle); return true; }
}

/// <summary>A body's state in floats, if you have no array of your own: see Step.Of.</summary>
[StructLayout(LayoutKind.Sequential)] public struct Body {
    public float X, Y, Z, RotationX, RotationY, RotationZ, RotationW, VelocityX, VelocityY, VelocityZ, SpinX, SpinY, SpinZ;
}

/// <summary>Bodies in water. Push() allocates nothing.</summary>
public sealed class Step : IDisposable {
    readonly Model[] models; readonly Frame frame; readonly IDisposable bodies;
    readonly Pinned<IntPtr> addresses;
    readonly Pinned<Native.StepOptions> options = new Pinned<Native.StepOptions>(new Native.StepOptions[1]);
    readonly Pinned<byte> failed, error = new Pinned<byte>(new byte[Native.ErrorBytes]);
    Native.StepQuery query;

    /// <summary>For memory that is not C#'s, such as a NativeArray: `first` is the first body's struct, which must stay
    /// there; position, rotation (x, y, z, w), velocity of the centre of mass and spin (world, rad/s) are floats at these bytes of it.</summary>
    public Step(Model[] models, Frame frame, IntPtr first, int stride, int position, int rotation, int velocity, int spin)
        : this(models, frame, first, null, stride, new[] { position, rotation, velocity, spin }) { }

    Step(Model[] models, Frame frame, IntPtr first, IDisposable bodies, int stride, int[] at) {
        this.models = (Model[])models.Clone(); this.frame = frame; this.bodies = bodies;
        addresses = new Pinned<IntPtr>(Array.ConvertAll(models, m => m.Address));
        Held.Keep(this.models);
        failed = new Pinned<byte>(new byte[models.Length]);
        options.Items[0].Failed = failed.Address;
        var arrays = Array.ConvertAll(at, offset => new Native.Array { First = first + offset, Stride = (uint)stride, Type = 1 });
        query = new Native.StepQuery { Models = addresses.Address, Count = (UIntPtr)models.Length, Frame = (int)frame, Options = options.Address,
            Position = arrays[0], Rotation = arrays[1], Velocity = arrays[2], Spin = arrays[3], Linear = arrays[2], Angular = arrays[3], Kind = 2, Add = 1 };
    }

    /// <summary>For your own array of structs (Vector3 and Quaternion, or floats), by the names of its four fields. It stays pinned until Dispose().</summary>
    public static Step Of<T>(Model[] models, Frame frame, T[] bodies, string position, string rotation, string velocity, string spin) where T : struct {
        if (bodies.Length != models.Length) { throw new ArgumentException("there is one model for each body"); }
        var at = Array.ConvertAll(new[] { position, rotation, velocity, spin }, name => (int)Marshal.OffsetOf(typeof(T), name));
        var pinned = new Pinned<T>(bodies);
        return new Step(models, frame, pinned.Address, pinned, Marshal.SizeOf(typeof(T)), at);
    }
    public static Step Of(Model[] models, Frame frame, Body[] bodies) { return Of(models, frame, bodies, "X", "RotationX", "VelocityX", "SpinX"); }

    /// <summary>Adds to velocities and spins what the water changes within dt (s). Gravity comes after it, in your engine.</summary>
    /// <returns>Whether all bodies have an answer; if not, Failed and Message say more, and nothing was added to those that have none.</returns>
    public bool Push(Sea sea, double dt) {
        if (sea.Frame != frame) { throw new ArgumentException("the sea was made in another frame than the step"); }
        if (query.Models == IntPtr.Zero || sea.IsClosed) { throw new ObjectDisposedException(sea.IsClosed ? "Sea" : "Step"); }
        query.Water = sea.Water.Address; query.Dt = dt;
        int status = Native.buoy_water_forces_compute(ref query, IntPtr.Zero, error.Address);
        GC.KeepAlive(sea); GC.KeepAlive(this);
        if (status != Native.ErrorElement) { Native.Insist(status, error); }
        return status == 0;
    }
    /// <summary>Whether this body had no answer in the last Push().</summary>
    public bool Failed(int body) { return failed.Items[body] != 0; }
    /// <summary>What the library said of the first body without an answer.</summary>
    public string Message { get { return Native.Message(error); } }
    public void Dispose() {
        if (query.Models == IntPtr.Zero) { return; } // also if it was never made
        query.Models = IntPtr.Zero;
        Held.Release(models);
        if (bodies != null) { bodies.Dispose(); }
        addresses.Dispose(); options.Dispose(); failed.Dispose(); error.Dispose(); GC.SuppressFinalize(this);
    }
    ~Step() { if (query.Models != IntPtr.Zero) { Held.Release(models); } }
}
}
