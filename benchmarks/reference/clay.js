// A pelican of pink clay on a small-wheeled bicycle, through paper hills: dents, soft studio light.
//
// World: x is forward, y up, z to the rider's right; one unit is about 60 cm; the wheels stand on
// y = 0. Everything that moves follows from the time given to render(), the legs by two-bone
// inverse kinematics on this side, so that the shader has nothing to solve.

const OPENING = { yaw: 0.7, pitch: 0.15, distance: 5.4 };
const NEAREST = 1.75;
const FARTHEST = 12;
const LENS = 3.3; // focal length in half heights of the picture
const CRANK_SPEED = 2.8; // radians a second
const GEAR = 1.8; // turns of a wheel for one of the crank
const WHEEL_RADIUS = 0.48;
const SCROLL_PERIOD = 24; // of everything that passes by, in world units
const CRANK = { x: -0.1, y: 0.5, length: 0.17 };
const HIP = { x: -0.16, y: 1.4 };
const THIGH = 0.48;
const SHIN = 0.54;

const VERTEX = `#version 300 es
void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(corner, 0.0, 1.0);
}`;

const FRAGMENT = `#version 300 es
precision highp float;
uniform vec2 uSize;
uniform vec3 uEye;
uniform mat3 uCamera;
uniform float uLens;
uniform float uTime;
uniform float uScroll;
uniform float uCrank;
uniform float uWheel;
uniform float uNod;
uniform vec4 uLegs[2]; // knee and ankle in the xy plane; right, left
out vec4 outColor;

const float PLUME = 1.0, WING = 2.0, BILL = 3.0, POUCH = 4.0, EYE = 5.0, SKIN = 6.0, PAINT = 7.0;
const float TYRE = 8.0, PALE = 9.0, DARK = 10.0, HELMET = 11.0, FLAG = 12.0;
const vec3 SUN = normalize(vec3(0.45, 0.85, 0.62));
const vec3 BOX_MIN = vec3(-1.36, 0.0, -0.64), BOX_MAX = vec3(1.42, 2.84, 0.64);

const vec2 REAR = vec2(-0.82, 0.48), FRONT = vec2(0.86, 0.48), BOTTOM = vec2(-0.10, 0.50);
const vec2 SEAT = vec2(-0.36, 1.12), HEAD_TOP = vec2(0.50, 1.26), HEAD_END = vec2(0.60, 0.98);

float segment2(vec2 p, vec2 a, vec2 b) {
  vec2 pa = p - a, ba = b - a;
  return length(pa - ba * clamp(dot(pa, ba) / dot(ba, ba), 0.0, 1.0));
}
float tube(vec3 p, vec2 a, vec2 b, float r) { // a straight tube in the plane of the frame
  return length(vec2(segment2(p.xy, a, b), p.z)) - r;
}
float rod(vec3 p, vec3 a, vec3 b, float r, float s) {
  vec3 pa = p - a, ba = b - a;
  float h = clamp(dot(pa, ba) / dot(ba, ba), 0.0, 1.0);
  return length(pa - ba * h) - mix(r, s, h);
}
float ellipsoid(vec3 p, vec3 r) {
  float k = length(p / r);
  return k * (k - 1.0) / max(length(p / (r * r)), 1e-4);
}
float box(vec3 p, vec3 b) {
  vec3 q = abs(p) - b;
  return length(max(q, 0.0)) + min(max(q.x, max(q.y, q.z)), 0.0);
}
float blend(float a, float b, float k) {
  float h = max(k - abs(a - b), 0.0) / k;
  return min(a, b) - h * h * k * 0.25;
}
vec2 turn(vec2 p, float a) {
  float c = cos(a), s = sin(a);
  return vec2(c * p.x + s * p.y, c * p.y - s * p.x);
}
void add(inout vec2 scene, float d, float material) {
  if (d < scene.x) scene = vec2(d, material);
}

// Far from a part, or nearer to what was found before, its bounds will do.
bool skipped(inout vec2 scene, float bound) {
  bool far = bound > min(scene.x, 0.12);
  if (far) add(scene, bound, 0.0);
  return far;
}

// Only the wheel on this side of x = 0: the other is never nearer than |x| + 0.3.
void addWheel(inout vec2 scene, vec3 p) {
  vec3 q = p - vec3(p.x > 0.0 ? FRONT : REAR, 0.0);
  float radius = length(q.xy);
  if (skipped(scene, max(radius - 0.49, abs(q.z) - 0.11))) return;
  scene.x = min(scene.x, abs(p.x) + 0.3);
  float angle = atan(q.y, q.x) + uWheel;
  float tread = 0.005 * cos(angle * 26.0);
  add(scene, (length(vec2(radius - 0.400, q.z)) - 0.074 - tread) * 0.95, TYRE);
  float pitch = 6.2831853 / 9.0;
  float off = angle - floor(angle / pitch + 0.5) * pitch;
  vec3 s = vec3(radius * cos(off), radius * sin(off), q.z);
  float d = rod(s, vec3(0.0), vec3(0.36, 0.0, 0.0), 0.026, 0.019);
  d = blend(d, max(abs(radius - 0.335) - 0.024, abs(q.z) - 0.040) - 0.008, 0.03);
  d = blend(d, max(radius - 0.06, abs(q.z) - 0.085) - 0.012, 0.04);
  add(scene, d, PALE);
}

void addFrame(inout vec2 scene, vec3 p) {
  if (skipped(scene, box(p - vec3(-0.05, 0.95, 0.0), vec3(0.98, 0.60, 0.52)))) return;
  vec3 m = vec3(p.xy, abs(p.z));
  float d = tube(p, BOTTOM, SEAT, 0.046);
  d = blend(d, tube(p, SEAT - vec2(-0.03, 0.08), HEAD_TOP + vec2(0.02, -0.06), 0.042), 0.06);
  d = blend(d, tube(p, BOTTOM, HEAD_END + vec2(-0.01, 0.05), 0.050), 0.06);
  d = blend(d, tube(p, HEAD_TOP, HEAD_END, 0.058), 0.06);
  d = blend(d, rod(m, vec3(SEAT + vec2(0.02, -0.07), 0.05), vec3(REAR, 0.112), 0.028, 0.028), 0.04);
  d = blend(d, rod(m, vec3(BOTTOM, 0.06), vec3(REAR, 0.112), 0.030, 0.028), 0.04);
  d = blend(d, rod(m, vec3(HEAD_END, 0.05), vec3(0.68, 0.84, 0.112), 0.042, 0.036), 0.05);
  d = blend(d, rod(m, vec3(0.68, 0.84, 0.112), vec3(FRONT, 0.112), 0.036, 0.030), 0.03);
  d = blend(d, length(m - vec3(REAR, 0.112)) - 0.045, 0.02);
  d = blend(d, length(m - vec3(FRONT, 0.112)) - 0.045, 0.02);
  add(scene, d, PAINT);

  d = tube(p, SEAT, vec2(-0.395, 1.24), 0.030);
  d = min(d, tube(p, HEAD_TOP, vec2(0.47, 1.40), 0.034));
  d = blend(d, rod(m, vec3(0.47, 1.40, 0.0), vec3(0.52, 1.47, 0.20), 0.028, 0.028), 0.04);
  d = blend(d, rod(m, vec3(0.52, 1.47, 0.20), vec3(0.40, 1.48, 0.42), 0.028, 0.028), 0.04);
  vec2 c = p.xy - BOTTOM;
  float teeth = 0.008 * cos(atan(c.y, c.x) * 14.0 + uCrank * 14.0);
  d = min(d, max(abs(length(c) - 0.095) - 0.026 - teeth, abs(p.z - 0.105) - 0.014) * 0.9);
  d = min(d, max(length(p.xy - REAR) - 0.065, abs(p.z - 0.105) - 0.016));
  add(scene, d, PALE);

  vec2 along = normalize(REAR - BOTTOM); // the chain: beads on two runs folded into one
  vec2 run = vec2(dot(c, along), abs(c.x * along.y - c.y * along.x));
  float bead = 0.004 * cos(run.x * 90.0 + uCrank * 9.0);
  d = segment2(run, vec2(0.0, 0.125), vec2(length(REAR - BOTTOM), 0.07));
  add(scene, (length(vec2(d, p.z - 0.105)) - 0.018 - bead) * 0.9, DARK);

  d = rod(m, vec3(0.47, 1.48, 0.33), vec3(0.36, 1.485, 0.47), 0.042, 0.042);
  vec3 s = p - vec3(-0.40, 1.27, 0.0);
  float nose = smoothstep(0.24, -0.14, s.x);
  d = min(d, (box(s - vec3(0.0, 0.02 * nose, 0.0), vec3(0.17, 0.01, 0.02 + 0.10 * nose)) - 0.045) * 0.85);
  add(scene, d, DARK);
}

void addFlag(inout vec2 scene, vec3 p) {
  if (skipped(scene, box(p - vec3(-1.06, 1.20, 0.0), vec3(0.28, 0.76, 0.06)))) return;
  add(scene, rod(p, vec3(REAR + vec2(-0.03, 0.0), 0.0), vec3(-0.90, 1.92, 0.0), 0.014, 0.012), PALE);
  vec3 f = p - vec3(-0.90, 1.78, 0.0);
  f.z += 0.035 * sin(f.x * 16.0 + uTime * 6.0) * smoothstep(0.0, -0.3, f.x);
  float d = max(abs(f.x + 0.19) - 0.19, abs(f.y) - 0.12 - 0.30 * f.x);
  add(scene, max(d, abs(f.z) - 0.012) * 0.8, FLAG);
}

// Only the leg, crank and pedal on this side of z = 0.
void addLeg(inout vec2 scene, vec3 p) {
  if (skipped(scene, box(p - vec3(0.04, 0.86, 0.0), vec3(0.46, 0.64, 0.38)))) return;
  vec4 leg = p.z > 0.0 ? uLegs[0] : uLegs[1];
  vec3 m = vec3(p.xy, abs(p.z));
  scene.x = min(scene.x, m.z + 0.045);
  vec2 knee = leg.xy, ankle = leg.zw, pedal = ankle + vec2(0.02, -0.12);
  add(scene, rod(m, vec3(-0.16, 1.40, 0.20), vec3(knee, 0.23), 0.15, 0.075), PLUME);
  float d = rod(m, vec3(knee, 0.23), vec3(ankle, 0.24), 0.050, 0.042);
  vec3 f = m - vec3(ankle + vec2(0.0, -0.06), 0.24); // three fat toes, webbed
  float d2 = ellipsoid(f - vec3(0.07, -0.012, 0.0), vec3(0.145, 0.034, 0.085));
  f.z = abs(f.z) - 0.058;
  d2 = blend(d2, rod(f, vec3(-0.02, 0.0, -0.05), vec3(0.17, -0.012, 0.0), 0.026, 0.032), 0.03);
  f.z += 0.058;
  d2 = blend(d2, rod(f, vec3(0.0), vec3(0.20, -0.012, 0.0), 0.026, 0.032), 0.03);
  add(scene, blend(d, d2, 0.05), SKIN);
  add(scene, tube(vec3(m.xy, m.z - 0.145), BOTTOM, pedal, 0.028), PALE);
  add(scene, rod(m, vec3(BOTTOM, 0.0), vec3(BOTTOM, 0.145), 0.04, 0.04), PALE);
  add(scene, box(m - vec3(pedal, 0.245), vec3(0.07, 0.012, 0.075)) - 0.018, DARK);
}

void addBody(inout vec2 scene, vec3 p) {
  if (skipped(scene, box(p - vec3(-0.28, 1.72, 0.0), vec3(0.82, 0.62, 0.56)))) return;
  vec3 m = vec3(p.xy, abs(p.z));
  vec3 q = p - vec3(-0.26, 1.66, 0.0);
  q.xy = turn(q.xy, 0.45);
  float d = ellipsoid(q, vec3(0.53, 0.40, 0.39));
  d = blend(d, rod(p, vec3(0.0, 1.92, 0.0), vec3(0.22, 2.12, 0.0), 0.22, 0.13), 0.22);
  vec3 t = q - vec3(-0.50, 0.10, 0.0); // three stubs of a tail
  d = blend(d, rod(t, vec3(0.0), vec3(-0.24, 0.04, 0.0), 0.10, 0.052), 0.06);
  t.z = abs(t.z);
  d = blend(d, rod(t, vec3(0.0), vec3(-0.20, 0.04, 0.11), 0.09, 0.048), 0.05);
  add(scene, d, PLUME);

  // Wing: an arm to the grip and three fat feathers behind it, each shorter than the last.
  vec3 hand = vec3(0.41, 1.53, 0.42), shoulder = vec3(-0.08, 1.90, 0.30), elbow = vec3(0.12, 1.66, 0.46);
  d = rod(m, shoulder, elbow, 0.135, 0.10);
  d = blend(d, rod(m, elbow, hand, 0.10, 0.072), 0.06);
  d = blend(d, rod(m, vec3(-0.10, 1.82, 0.36), vec3(-0.46, 1.62, 0.42), 0.10, 0.060), 0.05);
  d = blend(d, rod(m, vec3(-0.02, 1.74, 0.40), vec3(-0.34, 1.50, 0.45), 0.10, 0.058), 0.045);
  d = blend(d, rod(m, vec3(0.06, 1.68, 0.44), vec3(-0.18, 1.44, 0.46), 0.09, 0.054), 0.045);
  vec3 g = m - hand; // three fingers over the grip
  g -= vec3(0.40, 0.0, -0.9) * clamp(floor(g.z / -0.05 + 0.5), -1.0, 1.0) * 0.052;
  d = blend(d, rod(g, vec3(0.0, 0.0, 0.0), vec3(0.055, -0.055, 0.02), 0.034, 0.026), 0.03);
  add(scene, d, WING);
}

void addHead(inout vec2 scene, vec3 p) {
  p.y -= uNod;
  if (skipped(scene, box(p - vec3(0.66, 2.30, 0.0), vec3(0.74, 0.50, 0.28)))) return;
  vec3 m = vec3(p.xy, abs(p.z));
  float d = rod(p, vec3(0.20, 2.06, 0.0), vec3(0.18, 2.36, 0.0), 0.138, 0.120);
  d = blend(d, ellipsoid(p - vec3(0.27, 2.47, 0.0), vec3(0.215, 0.178, 0.170)), 0.10);
  add(scene, d, PLUME);
  vec3 h = p - vec3(0.205, 2.555, 0.0); // a helmet with three ribs, tilted back
  h.xy = turn(h.xy, 0.22);
  float rib = 0.012 * smoothstep(-0.2, 0.9, cos(h.z * 52.0));
  d = max(ellipsoid(h, vec3(0.245, 0.185, 0.20)) - rib, -h.y - 0.005);
  d = blend(d, max(length(vec2(length(h.xz / vec2(1.22, 1.0)) - 0.20, h.y)) - 0.022, 0.0), 0.02);
  add(scene, d * 0.85, HELMET);
  add(scene, length(m - vec3(0.355, 2.49, 0.135)) - 0.052, EYE);

  vec3 b = p - vec3(0.42, 2.42, 0.0); // bill: x along it, y across, pointing ahead and down
  b.xy = turn(b.xy, -0.22);
  float s = clamp(b.x / 0.93, 0.0, 1.0);
  float hook = 0.05 * smoothstep(0.85, 1.0, s);
  float ends = max(abs(b.x - 0.44) - 0.49, 0.0);
  float thick = mix(0.118, 0.056, smoothstep(0.0, 0.8, s)) + 0.014 * smoothstep(0.82, 0.97, s);
  d = length(vec3((b.y - 0.02 + hook) * 1.45, b.z, ends)) - thick;
  add(scene, d * 0.68, BILL);
  float depth = 0.04 + 0.30 * sin(3.14159 * pow(s, 0.55)) * (1.0 - 0.3 * s);
  float wide = mix(0.128, 0.046, s);
  vec2 k = vec2((b.y + 0.045 + 0.42 * depth) / (0.50 * depth + 0.01), b.z / wide);
  d = max(max((length(k) - 1.0) * 0.9 * wide, b.y + 0.035), ends - 0.02);
  float jaw = length(vec2(b.y + 0.05, max(abs(b.z) - 0.76 * wide, 0.0))) + ends - 0.026;
  add(scene, blend(d, jaw, 0.03) * 0.62, POUCH);
}

vec2 map(vec3 p) {
  vec2 scene = vec2(1e3, 0.0);
  addWheel(scene, p);
  addFrame(scene, p);
  addFlag(scene, p);
  addLeg(scene, p);
  addBody(scene, p);
  addHead(scene, p);
  return scene;
}

vec2 span(vec3 eye, vec3 ray) { // of the ray in the box
  vec3 inverse = 1.0 / ray;
  vec3 a = (BOX_MIN - eye) * inverse, b = (BOX_MAX - eye) * inverse;
  vec3 low = min(a, b), high = max(a, b);
  return vec2(max(max(low.x, low.y), max(low.z, 0.0)), min(high.x, min(high.y, high.z)));
}

// Marches up to a limit: where it ended or came closest, how much of the pixel is covered, and
// by what.
vec3 trace(vec3 eye, vec3 ray, float limit, float pixel) {
  vec2 inside = span(eye, ray);
  inside.y = min(inside.y, limit);
  if (inside.x >= inside.y) return vec3(0.0);
  vec2 best = vec2(0.0);
  float t = inside.x, closest = 1e3, relax = 1.2, before = 0.0, stride = 0.0;
  for (int i = 0; i < 84; i++) {
    vec2 here = map(eye + ray * t);
    float d = here.x;
    if (relax > 1.0 && before + d < stride) { // a gap: back once
      t += before - stride;
      stride = 0.0;
      relax = 1.0;
      continue;
    }
    float angle = d / max(t, 0.05);
    if (angle < closest) {
      closest = angle;
      best = vec2(t, here.y);
    }
    if (angle < 0.35 * pixel) return vec3(t, 1.0, here.y);
    before = d;
    stride = d * relax;
    t += stride;
    if (t > inside.y) break;
  }
  return vec3(best.x, clamp(1.3 - closest / pixel, 0.0, 1.0), best.y);
}
vec3 normalAt(vec3 p, float e) {
  vec3 n = vec3(0.0);
  for (int i = min(0, int(uSize.x)); i < 4; i++) { // a loop that compilers leave alone
    vec3 corner = 0.5773 * (2.0 * vec3((i + 3 >> 1) & 1, i >> 1 & 1, i & 1) - 1.0);
    n += corner * map(p + e * corner).x;
  }
  return normalize(n);
}
float shadow(vec3 p, float softness) {
  vec2 inside = span(p, SUN);
  if (inside.x >= inside.y) return 1.0;
  float light = 1.0, t = max(inside.x, 0.02);
  for (int i = 0; i < 24; i++) {
    float d = map(p + SUN * t).x;
    light = min(light, 0.5 + 0.5 * d / (softness * t));
    t += clamp(d, 0.025, 0.3);
    if (light < 0.02 || t > inside.y) break;
  }
  light = max(light, 0.0);
  return light * light * (3.0 - 2.0 * light);
}
float hash(vec2 p) {
  p = fract(p * vec2(0.1031, 0.1157));
  p += dot(p, p.yx + 33.33);
  return fract((p.x + p.y) * p.x * 37.7);
}
float noise(vec2 p, float period) { // repeats in x after so many cells
  vec2 i = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  vec2 x = mod(vec2(i.x, i.x + 1.0), period);
  float low = mix(hash(vec2(x.x, i.y)), hash(vec2(x.y, i.y)), f.x);
  return mix(low, mix(hash(vec2(x.x, i.y + 1.0)), hash(vec2(x.y, i.y + 1.0)), f.x), f.y);
}

// One sheet of the paper scenery: where it covers, with a lit edge and a shadow on what is behind.
vec3 sheet(vec3 behind, vec3 color, float above) {
  behind *= 1.0 - 0.2 * smoothstep(0.03, 0.0, above);
  return mix(behind, color + 0.10 * smoothstep(-0.008, -0.002, above), smoothstep(0.0015, -0.0015, above));
}
vec3 scenery(vec3 ray) {
  float up = ray.y, around = atan(ray.z, ray.x);
  vec3 color = mix(vec3(1.0, 0.91, 0.78), vec3(0.60, 0.84, 0.93), smoothstep(0.02, 0.42, up));
  for (float i = 0.0; i < 2.0; i++) { // clouds: three discs each
    float turns = around * 0.79577472 + 0.37 * i; // five to the round
    vec2 c = vec2((fract(turns) - 0.5) * 1.2566371, up - 0.215 + 0.06 * i + 0.03 * sin(floor(turns) * 2.4));
    float d = min(length(c) - 0.052, length(c - vec2(0.068, -0.015)) - 0.036);
    d = min(d, length(c + vec2(0.065, 0.018)) - 0.033);
    color = sheet(color, vec3(0.98, 0.97, 0.95), max(d, -c.y - 0.036));
  }
  float hill = 0.082 + 0.036 * sin(around * 3.0 + 0.5) + 0.014 * sin(around * 7.0);
  color = sheet(color, vec3(0.97, 0.76, 0.62), up - hill);
  hill = 0.046 + 0.026 * sin(around * 4.0 + 2.6) + 0.008 * sin(around * 11.0);
  color = sheet(color, vec3(0.66, 0.82, 0.66), up - hill);
  float saw = abs(fract(around * 7.0028175) - 0.5); // firs, 44 to the round
  hill = 0.004 + 0.006 * sin(around * 5.0) + 0.11 * max(saw - 0.22, 0.0) * (1.2 + sin(floor(around * 7.0028175 + 0.5) * 2.1));
  return sheet(color, vec3(0.46, 0.70, 0.58), up - hill);
}

// The paper floor: a meadow, the road laid on it, dashes laid on that.
vec3 meadow(vec3 p, vec3 ray, float t) {
  float x = p.x + uScroll, z = abs(p.z);
  vec3 color = vec3(0.74, 0.87, 0.60);
  vec2 cell = vec2(x / 1.2, p.z / 1.2); // flowers, cut out and strewn
  vec2 id = vec2(mod(floor(cell.x), 20.0), floor(cell.y));
  vec2 f = (fract(cell) - 0.3 - 0.4 * vec2(hash(id), hash(id + 7.0))) * 1.2;
  float petal = length(f) - 0.11 - 0.03 * cos(5.0 * atan(f.y, f.x) + 6.0 * hash(id + 3.0));
  float seen = exp(-0.006 * t * t) * step(1.3, z - abs(f.y));
  vec3 bloom = mix(vec3(1.0, 0.66, 0.58), vec3(1.0, 0.92, 0.55), step(0.5, hash(id + 11.0)));
  color *= 1.0 - 0.25 * seen * smoothstep(0.05, 0.0, petal);
  color = mix(color, mix(bloom, vec3(1.0, 0.97, 0.90), smoothstep(-0.07, -0.08, petal)), seen * smoothstep(0.006, -0.006, petal));
  float edge = z - 1.12 - 0.03 * cos(x * 10.471976);
  color = sheet(color, vec3(0.93, 0.87, 0.78), edge * 0.6);
  float dash = max(z - 0.045, abs(fract(x / 1.2) - 0.5) * 1.2 - 0.26);
  color = sheet(color, vec3(0.99, 0.98, 0.95), max(dash, edge) * 0.8);
  color *= 0.97 + 0.05 * noise(vec2(x, p.z) * 30.0, 720.0) * exp(-0.1 * t);
  float light = shadow(p + vec3(0.0, 0.004, 0.0), 0.22);
  float near = 0.55 + 0.45 * smoothstep(0.0, 0.5, length(vec2(max(abs(p.x) - 0.84, 0.0), p.z)));
  color *= mix(vec3(0.60, 0.58, 0.70), vec3(1.04), light) * near;
  return mix(color, vec3(0.46, 0.70, 0.58), smoothstep(6.0, 26.0, t) * 0.9);
}

vec3 pigment(vec3 p, float material) {
  if (material == PLUME) {
    float blush = smoothstep(0.09, 0.03, length(vec3(p.xy, abs(p.z)) - vec3(0.30, 2.40 + uNod, 0.155)));
    return mix(vec3(0.99, 0.85, 0.82), vec3(0.97, 0.55, 0.52), 0.8 * blush);
  }
  if (material == WING) {
    float tip = dot(p.xy - vec2(0.0, 1.72), vec2(-0.80, -0.60));
    return mix(vec3(0.96, 0.76, 0.74), vec3(0.36, 0.33, 0.42), smoothstep(0.24, 0.27, tip));
  }
  if (material == BILL) return mix(vec3(0.98, 0.74, 0.30), vec3(0.94, 0.44, 0.32), smoothstep(1.17, 1.22, p.x));
  if (material == POUCH) return vec3(0.98, 0.62, 0.32);
  if (material == EYE) {
    vec3 e = vec3(p.xy, abs(p.z)) - vec3(0.355, 2.49 + uNod, 0.135);
    if (length(e - vec3(0.018, 0.024, 0.040)) < 0.017) return vec3(1.0);
    return length(e - vec3(0.020, 0.004, 0.042)) < 0.037 ? vec3(0.10, 0.08, 0.12) : vec3(0.99, 0.97, 0.93);
  }
  if (material == SKIN) return vec3(0.97, 0.56, 0.26);
  if (material == PAINT) return vec3(0.20, 0.55, 0.66);
  if (material == TYRE) return vec3(0.30, 0.28, 0.33);
  if (material == PALE) return vec3(0.97, 0.93, 0.84);
  if (material == DARK) return vec3(0.58, 0.36, 0.28);
  if (material == FLAG) return mix(vec3(0.96, 0.42, 0.34), vec3(0.99, 0.95, 0.88), step(0.5, fract(p.x * 7.0)));
  return mix(vec3(0.99, 0.80, 0.34), vec3(0.98, 0.96, 0.90), step(0.55, cos(p.z * 52.0)) * step(2.6, p.y));
}

// Clay: thumbed all over, dull, and a little light comes through it.
vec3 shade(vec3 p, vec3 ray, float t, float pixel, float material) {
  vec3 n = normalAt(p, max(0.0015, 0.6 * pixel * t));
  vec3 dent = vec3(noise(p.yz * 21.0, 4096.0), noise(p.zx * 21.0, 4096.0), noise(p.xy * 21.0, 4096.0)) - 0.5;
  dent += 0.4 * sin(p.yzx * 150.0 + 9.0 * dent); // the lines of a finger
  if (material != EYE) n = normalize(n + 0.13 * dent * exp(-0.08 * t));
  vec3 color = pigment(p, material);
  color *= color;
  float lit = dot(n, SUN), light = 0.0, open = 1.0;
  if (lit > -0.25) light = shadow(p + n * 0.014, 0.20);
  for (float reach = 0.08; reach < 0.4; reach += 0.14) {
    open *= 0.42 + 0.58 * clamp(map(p + n * reach).x / reach, 0.0, 1.0);
  }
  vec3 through = smoothstep(vec3(-0.32, -0.14, -0.08), vec3(1.0), vec3(lit));
  vec3 sum = vec3(1.45, 1.32, 1.15) * through * light;
  sum += mix(vec3(0.46, 0.42, 0.34), vec3(0.62, 0.68, 0.78), 0.5 + 0.5 * n.y) * (0.18 + 0.82 * open);
  sum += vec3(0.16, 0.13, 0.12) * max(dot(n, normalize(vec3(-0.8, 0.25, -0.5))), 0.0) * open;
  float shine = pow(max(dot(n, normalize(SUN - ray)), 0.0), material == EYE ? 120.0 : 14.0);
  vec3 result = color * sum + shine * light * (material == EYE ? 0.6 : 0.055);
  result += 0.10 * pow(1.0 - max(-dot(n, ray), 0.0), 3.0) * open * vec3(1.0, 0.95, 0.9);
  return sqrt(result);
}

void main() {
  vec2 at = (2.0 * gl_FragCoord.xy - uSize) / uSize.y;
  vec3 ray = normalize(uCamera * vec3(at, uLens));
  float pixel = 2.0 / (uSize.y * uLens);
  float ground = ray.y < 0.0 ? -uEye.y / ray.y : 1e3;
  vec3 seen = trace(uEye, ray, ground, pixel), color = vec3(0.0);
  if (seen.y < 1.0) color = ground < 26.0 ? meadow(uEye + ray * ground, ray, ground) : scenery(ray);
  if (seen.y > 0.0) {
    color = mix(color, shade(uEye + ray * seen.x, ray, seen.x, pixel, seen.z), seen.y);
  }
  color *= 1.0 - 0.045 * dot(at, at);
  outColor = vec4(clamp(color, 0.0, 1.0), 1.0);
}`;

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

// Knee and ankle of one leg. The knee lies ahead of the line from hip to ankle.
function legAt(angle) {
  const ankle = {
    x: CRANK.x + CRANK.length * Math.sin(angle) - 0.02,
    y: CRANK.y + CRANK.length * Math.cos(angle) + 0.1,
  };
  const dx = ankle.x - HIP.x;
  const dy = ankle.y - HIP.y;
  const far = Math.min(Math.hypot(dx, dy), THIGH + SHIN - 1e-3);
  const along = (THIGH * THIGH - SHIN * SHIN + far * far) / (2 * far);
  const aside = Math.sqrt(Math.max(THIGH * THIGH - along * along, 0));
  return [
    HIP.x + (dx * along - dy * aside) / far,
    HIP.y + (dy * along + dx * aside) / far,
    ankle.x,
    ankle.y,
  ];
}

function compile(gl, type, source) {
  const shader = gl.createShader(type);
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  return shader;
}

// Returns null when the context is lost on the way; throws when a shader is at fault.
function build(gl) {
  const program = gl.createProgram();
  const shaders = [
    compile(gl, gl.VERTEX_SHADER, VERTEX),
    compile(gl, gl.FRAGMENT_SHADER, FRAGMENT),
  ];
  if (gl.isContextLost()) return null;
  shaders.forEach((shader) => gl.attachShader(program, shader));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    if (gl.isContextLost()) return null;
    const logs = [...shaders.map((each) => gl.getShaderInfoLog(each)), gl.getProgramInfoLog(program)];
    throw new Error(`The pelican's shader does not compile: ${logs.filter(Boolean).join("\n")}`);
  }
  shaders.forEach((shader) => gl.deleteShader(shader));
  const names = ["Size", "Eye", "Camera", "Lens", "Time", "Scroll", "Crank", "Wheel", "Nod", "Legs"];
  const at = Object.fromEntries(
    names.map((name) => [name, gl.getUniformLocation(program, `u${name}`)]),
  );
  return { program, at, corners: gl.createVertexArray() };
}

// The camera and everything that moves it. The point looked at follows the pointer on zooming in,
// and comes back to the rider on zooming out.
function createCamera(canvas) {
  const view = { ...OPENING };
  const aside = [0, 0, 0];

  const closeness = () =>
    clamp((OPENING.distance - view.distance) / (OPENING.distance - NEAREST), 0, 1);

  function axes() {
    const { sin, cos } = Math;
    const [sy, cy, sp, cp] = [sin(view.yaw), cos(view.yaw), sin(view.pitch), cos(view.pitch)];
    return { right: [cy, 0, -sy], up: [-sy * sp, cp, -cy * sp], back: [sy * cp, sp, cy * cp] };
  }

  function set(yaw, pitch, distance) {
    if (Number.isFinite(yaw)) view.yaw = yaw;
    if (Number.isFinite(pitch)) view.pitch = clamp(pitch, -0.2, 1.5);
    if (Number.isFinite(distance)) view.distance = clamp(distance, NEAREST, FARTHEST);
  }

  function zoom(factor, clientX, clientY) {
    const before = view.distance;
    set(view.yaw, view.pitch, before * factor);
    const area = canvas.getBoundingClientRect();
    if (clientX !== undefined && area.height > 0) {
      const x = (2 * (clientX - area.left) - area.width) / area.height;
      const y = 1 - (2 * (clientY - area.top)) / area.height;
      const { right, up } = axes();
      const gained = Math.max(before - view.distance, 0) / LENS;
      aside.forEach((value, i) => {
        aside[i] = clamp(value + gained * (x * right[i] + y * up[i]), -1.1, 1.1);
      });
    }
    const keep = before < view.distance ? closeness() : 1;
    aside.forEach((value, i) => {
      aside[i] = value * keep;
    });
  }

  function pose() {
    const { right, up, back } = axes();
    const near = closeness();
    const target = [0.03 + 0.34 * near + aside[0], 1.32 + 0.85 * near + aside[1], aside[2]];
    const eye = target.map((value, i) => value + view.distance * back[i]);
    eye[1] = Math.max(eye[1], 0.12);
    return { eye, matrix: [...right, ...up, ...back.map((value) => -value)] };
  }

  return {
    view,
    zoom,
    pose,
    drag: (dx, dy) => set(view.yaw - dx, view.pitch + dy, view.distance),
    place(yaw, pitch, distance) {
      aside.fill(0);
      set(yaw, pitch, distance);
    },
  };
}

// Pointer, wheel and keys on the canvas. Returns a function that takes the listeners off again.
function listen(canvas, camera) {
  const pointers = new Map();
  const { tabIndex, style } = canvas;
  const { touchAction } = style;
  if (tabIndex < 0) canvas.tabIndex = 0;
  style.touchAction = "none";

  const at = ({ clientX: x, clientY: y }) => ({ x, y });
  const spread = () => {
    const [a, b = a] = pointers.values();
    return { apart: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };
  const release = (event) => pointers.delete(event.pointerId);

  const on = {
    pointerdown(event) {
      if (event.isPrimary) pointers.clear(); // whatever was held has been missed
      if (event.button !== 0) return;
      event.preventDefault();
      canvas.focus({ preventScroll: true });
      if (event.isTrusted) canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, at(event));
    },
    pointermove(event) {
      if (!pointers.has(event.pointerId)) return;
      if (event.buttons === 0) {
        release(event);
        return;
      }
      const old = spread();
      pointers.set(event.pointerId, at(event));
      const now = spread();
      if (pointers.size === 1) camera.drag(0.0085 * (now.x - old.x), 0.0085 * (now.y - old.y));
      else camera.zoom(old.apart / Math.max(now.apart, 1), now.x, now.y);
    },
    pointerup: release,
    pointercancel: release,
    lostpointercapture: release,
    wheel(event) {
      event.preventDefault();
      const unit = [1, 16, 240][event.deltaMode] ?? 1;
      const pace = event.ctrlKey ? 0.01 : 0.0013; // a pinch on a touch pad comes as ctrl + wheel
      camera.zoom(Math.exp(clamp(event.deltaY * unit * pace, -0.6, 0.6)), event.clientX, event.clientY);
    },
    keydown(event) {
      const step = event.shiftKey ? 0.3 : 0.1;
      const actions = {
        ArrowLeft: () => camera.drag(step, 0),
        ArrowRight: () => camera.drag(-step, 0),
        ArrowUp: () => camera.drag(0, step),
        ArrowDown: () => camera.drag(0, -step),
        "+": () => camera.zoom(0.9),
        "=": () => camera.zoom(0.9),
        "-": () => camera.zoom(1 / 0.9),
      };
      if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(actions, event.key)) return;
      event.preventDefault();
      actions[event.key]();
    },
  };
  Object.entries(on).forEach(([name, act]) => canvas.addEventListener(name, act, { passive: false }));
  return () => {
    Object.entries(on).forEach(([name, act]) => canvas.removeEventListener(name, act));
    canvas.tabIndex = tabIndex;
    style.touchAction = touchAction;
  };
}

export function createPelicanSdf(canvas) {
  const gl = canvas.getContext("webgl2", { alpha: false, antialias: false, depth: false });
  if (!gl) throw new Error("This pelican needs WebGL2, which this browser or device does not offer.");
  let scene = build(gl);
  let disposed = false;
  const camera = createCamera(canvas);
  const ignore = listen(canvas, camera);

  const lose = (event) => {
    event.preventDefault(); // asks for the context back
    scene = null;
  };
  const restore = () => {
    if (!disposed) scene = build(gl);
  };
  canvas.addEventListener("webglcontextlost", lose);
  canvas.addEventListener("webglcontextrestored", restore);

  function render(timeSeconds) {
    if (!scene || gl.isContextLost()) return;
    const time = Number.isFinite(timeSeconds) ? timeSeconds : 0;
    const { program, at, corners } = scene;
    const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
    const { eye, matrix } = camera.pose();
    const crank = (0.9 + CRANK_SPEED * time) % (2 * Math.PI);
    const rolled = CRANK_SPEED * GEAR * time;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, width, height);
    gl.useProgram(program);
    gl.bindVertexArray(corners);
    gl.uniform2f(at.Size, width, height);
    gl.uniform3fv(at.Eye, eye);
    gl.uniformMatrix3fv(at.Camera, false, matrix);
    gl.uniform1f(at.Lens, LENS * Math.min(1, (1.15 * width) / height));
    gl.uniform1f(at.Time, time);
    gl.uniform1f(at.Scroll, (rolled * WHEEL_RADIUS) % SCROLL_PERIOD);
    gl.uniform1f(at.Crank, crank);
    gl.uniform1f(at.Wheel, rolled % (2 * Math.PI));
    gl.uniform1f(at.Nod, 0.012 * Math.sin(2 * crank));
    gl.uniform4fv(at.Legs, [...legAt(crank), ...legAt(crank + Math.PI)]);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  return {
    render,
    setView: camera.place,
    getView: () => ({ ...camera.view }),
    dispose() {
      if (disposed) return;
      disposed = true;
      ignore();
      canvas.removeEventListener("webglcontextlost", lose);
      canvas.removeEventListener("webglcontextrestored", restore);
      if (scene) {
        gl.deleteProgram(scene.program);
        gl.deleteVertexArray(scene.corners);
        scene = null;
      }
    },
  };
}
