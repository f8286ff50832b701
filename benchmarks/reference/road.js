// A brown pelican rides home on a wet road at dusk, lamps lit: soft light, mist, mirrored puddles.
//
// World: x is forward, y up, z to the rider's right; one unit is about 60 cm; the wheels stand on
// y = 0. Everything that moves follows from the time given to render(), the legs by two-bone
// inverse kinematics on this side, so that the shader has nothing to solve.

const OPENING = { yaw: 0.44, pitch: 0.11, distance: 5.8 };
const NEAREST = 1.75;
const FARTHEST = 12;
const LENS = 3.6; // focal length in half heights of the picture
const CRANK_SPEED = 1.9; // radians a second
const GEAR = 2.4; // turns of a wheel for one of the crank
const WHEEL_RADIUS = 0.62;
const SCROLL_PERIOD = 24; // of everything that passes by, in world units
const CRANK = { x: -0.12, y: 0.56, length: 0.175 };
const HIP = { x: -0.26, y: 1.48 };
const THIGH = 0.48;
const SHIN = 0.6;

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
uniform float uScroll;
uniform float uCrank;
uniform float uWheel;
uniform float uNod;
uniform vec4 uLegs[2]; // knee and ankle in the xy plane; right, left
out vec4 outColor;

const float DOWN = 1.0, COAT = 2.0, BILL = 3.0, POUCH = 4.0, EYE = 5.0, SKIN = 6.0, PAINT = 7.0;
const float TYRE = 8.0, METAL = 9.0, LEATHER = 10.0, LAMP = 11.0, TAIL = 12.0, CLOTH = 13.0;
const vec3 SUN = normalize(vec3(0.10, 0.28, -0.90));
const vec3 BOX_MIN = vec3(-1.66, 0.0, -0.60), BOX_MAX = vec3(1.66, 2.86, 0.60);
const vec3 LAMP_AT = vec3(0.74, 1.42, 0.0), TAIL_AT = vec3(-1.30, 1.10, 0.0);

const vec2 REAR = vec2(-0.98, 0.62), FRONT = vec2(0.98, 0.62), BOTTOM = vec2(-0.12, 0.56);
const vec2 SEAT = vec2(-0.44, 1.24), HEAD_TOP = vec2(0.55, 1.38), HEAD_END = vec2(0.66, 1.11);

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
  bool front = p.x > 0.0;
  vec3 q = p - vec3(front ? FRONT : REAR, 0.0);
  float radius = length(q.xy);
  if (skipped(scene, max(radius - 0.67, abs(q.z) - 0.10))) return;
  scene.x = min(scene.x, abs(p.x) + 0.3);
  add(scene, length(vec2(radius - 0.584, q.z)) - 0.036, TYRE);
  add(scene, max(abs(radius - 0.540) - 0.015, abs(q.z) - 0.024), METAL);
  add(scene, max(radius - 0.045, abs(q.z) - 0.07), METAL);
  float pitch = 6.2831853 / 18.0;
  float angle = atan(q.y, q.x) + uWheel;
  float cell = floor(angle / pitch + 0.5);
  float off = angle - cell * pitch;
  vec2 s = radius * vec2(cos(off), sin(off));
  float lean = 0.055 * (mod(cell, 2.0) * 2.0 - 1.0);
  add(scene, rod(vec3(s, q.z), vec3(0.03, 0.0, lean), vec3(0.53, 0.0, 0.0), 0.007, 0.007), METAL);
  float ahead = turn(q.xy, front ? -0.35 : 0.25).x;
  float guard = length(vec2(abs(radius - 0.625), max(abs(q.z) - 0.045, 0.0))) - 0.014;
  add(scene, max(max(guard, -q.y - 0.30), front ? ahead - 0.35 : ahead - 0.42), PAINT);
}

// A swung tube, in three pieces.
float swung(vec3 p, vec2 a, vec2 b, vec2 c, vec2 d, float r) {
  return blend(blend(tube(p, a, b, r), tube(p, b, c, r), 0.02), tube(p, c, d, r), 0.02);
}

void addFrame(inout vec2 scene, vec3 p) {
  if (skipped(scene, box(p - vec3(-0.08, 1.02, 0.0), vec3(1.10, 0.64, 0.45)))) return;
  vec3 m = vec3(p.xy, abs(p.z));
  float d = tube(p, BOTTOM, SEAT, 0.030);
  d = min(d, swung(p, vec2(0.64, 1.17), vec2(0.40, 0.84), vec2(0.14, 0.63), BOTTOM, 0.033));
  d = min(d, swung(p, vec2(0.585, 1.3), vec2(0.36, 1.0), vec2(0.06, 0.83), vec2(-0.25, 0.83), 0.026));
  d = blend(d, tube(p, HEAD_TOP, HEAD_END, 0.042), 0.03);
  d = min(d, rod(m, vec3(-0.42, 1.18, 0.02), vec3(REAR, 0.09), 0.018, 0.015));
  d = min(d, rod(m, vec3(BOTTOM, 0.05), vec3(REAR, 0.09), 0.021, 0.016));
  d = min(d, rod(m, vec3(HEAD_END, 0.045), vec3(0.82, 0.84, 0.082), 0.026, 0.024));
  d = min(d, rod(m, vec3(0.82, 0.84, 0.082), vec3(FRONT, 0.085), 0.024, 0.015));
  vec2 c = p.xy - BOTTOM; // chain case: the hull of two discs
  vec2 along = normalize(REAR - BOTTOM);
  vec2 run = vec2(dot(c, along), c.x * along.y - c.y * along.x);
  float h = clamp(run.x / 0.86, 0.0, 1.0);
  float hull = length(run - vec2(0.86 * h, 0.0)) - mix(0.125, 0.07, h);
  d = min(d, max(hull, abs(p.z - 0.082) - 0.016) - 0.006);
  add(scene, d, PAINT);

  d = tube(p, SEAT, vec2(-0.468, 1.33), 0.020);
  d = min(d, tube(p, HEAD_TOP, vec2(0.50, 1.55), 0.022));
  d = min(d, rod(m, vec3(0.50, 1.55, 0.0), vec3(0.53, 1.60, 0.17), 0.017, 0.017));
  d = min(d, rod(m, vec3(0.53, 1.60, 0.17), vec3(0.40, 1.60, 0.33), 0.017, 0.017));
  d = min(d, rod(m, vec3(0.40, 1.60, 0.33), vec3(0.22, 1.59, 0.37), 0.017, 0.017));
  d = min(d, tube(p, vec2(0.55, 1.38), LAMP_AT.xy, 0.014));
  vec3 r = m - vec3(-0.93, 1.28, 0.0); // carrier behind the saddle
  d = min(d, box(r, vec3(0.32, 0.0, 0.12)) - 0.013);
  d = min(d, rod(m, vec3(-1.10, 1.28, 0.12), vec3(REAR, 0.09), 0.010, 0.010));
  add(scene, d, METAL);

  vec3 l = p - LAMP_AT;
  add(scene, max(ellipsoid(l + vec3(0.02, 0.0, 0.0), vec3(0.105, 0.082, 0.082)), l.x - 0.035), METAL);
  add(scene, max(length(l + vec3(0.03, 0.0, 0.0)) - 0.088, abs(l.x - 0.042) - 0.012), LAMP);
  add(scene, ellipsoid(p - TAIL_AT, vec3(0.03, 0.042, 0.042)), TAIL);

  add(scene, rod(m, vec3(0.32, 1.597, 0.35), vec3(0.18, 1.588, 0.375), 0.028, 0.028), LEATHER);
  vec3 s = p - vec3(-0.46, 1.365, 0.0);
  float nose = smoothstep(0.20, -0.12, s.x);
  d = box(s - vec3(0.0, 0.02 * nose, 0.0), vec3(0.15, 0.012, 0.02 + 0.10 * nose)) - 0.028;
  add(scene, d * 0.85, LEATHER);
  vec3 k = m - vec3(-0.93, 1.345, 0.0); // a rolled blanket on the carrier
  add(scene, max(length(k.xy) - 0.085 - 0.006 * cos(k.z * 60.0), k.z - 0.22) * 0.9, CLOTH);
}

// Only the leg, crank and pedal on this side of z = 0.
void addLeg(inout vec2 scene, vec3 p) {
  if (skipped(scene, box(p - vec3(0.0, 0.94, 0.0), vec3(0.44, 0.64, 0.31)))) return;
  vec4 leg = p.z > 0.0 ? uLegs[0] : uLegs[1];
  vec3 m = vec3(p.xy, abs(p.z));
  scene.x = min(scene.x, m.z + 0.045);
  vec2 knee = leg.xy, ankle = leg.zw, pedal = ankle + vec2(0.02, -0.10);
  add(scene, rod(m, vec3(-0.26, 1.48, 0.15), vec3(knee, 0.18), 0.135, 0.058), COAT);
  float d = rod(m, vec3(knee, 0.18), vec3(ankle, 0.19), 0.036, 0.027);
  d = blend(d, length(m - vec3(knee, 0.18)) - 0.044, 0.03);
  vec3 f = m - vec3(ankle + vec2(0.0, -0.055), 0.19); // the web spreads from heel to toes
  float reach = clamp(f.x, -0.05, 0.2);
  float toes = cos(f.z * 66.0);
  float spread = 0.024 + 0.40 * max(reach, 0.0);
  float web = max(abs(f.z) - spread, abs(f.x - 0.06) - 0.125 - 0.016 * toes);
  d = blend(d, max(web, abs(f.y + 0.02 * reach) - 0.010 - 0.006 * toes) * 0.72, 0.045);
  add(scene, d, SKIN);
  add(scene, tube(vec3(m.xy, m.z - 0.118), BOTTOM, pedal, 0.019), METAL);
  add(scene, rod(m, vec3(BOTTOM, 0.0), vec3(BOTTOM, 0.12), 0.028, 0.028), METAL);
  add(scene, box(m - vec3(pedal, 0.2), vec3(0.06, 0.012, 0.07)) - 0.01, TYRE);
}

void addBody(inout vec2 scene, vec3 p) {
  if (skipped(scene, box(p - vec3(-0.34, 1.78, 0.0), vec3(0.74, 0.62, 0.46)))) return;
  vec3 m = vec3(p.xy, abs(p.z));
  vec3 q = p - vec3(-0.36, 1.74, 0.0);
  q.xy = turn(q.xy, 0.72);
  float d = ellipsoid(q, vec3(0.47, 0.335, 0.315));
  d = blend(d, ellipsoid(p - vec3(-0.12, 1.95, 0.0), vec3(0.22, 0.24, 0.22)), 0.18);
  d = blend(d, rod(p, vec3(-0.08, 2.02, 0.0), vec3(0.13, 2.22, 0.0), 0.17, 0.105), 0.14);
  add(scene, d, COAT);

  vec3 t = p - vec3(-0.80, 1.45, 0.0); // tail
  t.xy = turn(t.xy, 0.30);
  float fan = 0.10 - 0.36 * t.x;
  float edge = abs(t.x) - 0.22 - 0.022 * cos(t.z * 46.0);
  d = max(max(abs(t.z) - fan, edge), abs(t.y) - 0.012 - 0.04 * smoothstep(-0.1, 0.25, t.x));
  add(scene, d * 0.75, COAT);

  // Wing: an arm from the shoulder to the grip, flight feathers hanging from it in two rows.
  vec3 hand = vec3(0.26, 1.63, 0.36), shoulder = vec3(-0.18, 1.98, 0.30);
  vec3 u = normalize(hand - shoulder);
  vec3 v = normalize(cross(u, vec3(-0.10, 0.30, 1.0)));
  vec3 n = cross(v, u);
  vec3 w = m - shoulder;
  w = vec3(dot(w, u), dot(w, v), dot(w, n));
  float along = clamp(w.x / 0.58, -0.4, 1.0);
  float fade = smoothstep(-0.38, 0.05, along);
  float drop = mix(0.56, 0.06, smoothstep(-0.15, 1.0, along)) * fade;
  float quill = cos(w.x * 46.0 + w.y * 17.0);
  float tips = drop + 0.018 * quill * fade, upper = 0.5 * tips + 0.03 * fade;
  float bend = w.z - 0.14 * w.y + 0.20 * w.y * w.y;
  float row = 0.018 + 0.016 * smoothstep(0.03, 0.0, w.y - 0.5 * tips) + 0.004 * quill;
  d = max(max(abs(w.y - tips + upper) - upper, abs(w.x - 0.18) - 0.40), abs(bend) - row);
  d = d * 0.70 - 0.008;
  d = blend(d, rod(m, shoulder, mix(shoulder, hand, 0.55), 0.11, 0.07), 0.08);
  d = blend(d, rod(m, mix(shoulder, hand, 0.5), hand, 0.072, 0.048), 0.05);
  vec3 g = m - hand; // three feather fingers over the grip
  g.x -= clamp(floor(g.x / 0.042 + 0.5), -1.0, 1.0) * 0.042;
  d = blend(d, rod(g, vec3(0.0, 0.01, 0.01), vec3(0.006, -0.055, 0.045), 0.023, 0.014), 0.03);
  add(scene, d, COAT);
}

void addHead(inout vec2 scene, vec3 p) {
  p.y -= uNod;
  if (skipped(scene, box(p - vec3(0.54, 2.34, 0.0), vec3(0.66, 0.50, 0.24)))) return;
  vec3 m = vec3(p.xy, abs(p.z));
  float d = rod(p, vec3(0.10, 2.17, 0.0), vec3(0.17, 2.27, 0.0), 0.122, 0.10);
  d = blend(d, rod(p, vec3(0.16, 2.25, 0.0), vec3(0.07, 2.52, 0.0), 0.10, 0.09), 0.08);
  d = blend(d, ellipsoid(p - vec3(0.16, 2.61, 0.0), vec3(0.185, 0.145, 0.128)), 0.09);
  d = blend(d, rod(p, vec3(0.08, 2.66, 0.0), vec3(-0.07, 2.58, 0.0), 0.07, 0.014), 0.05);
  add(scene, d, DOWN);
  add(scene, length(m - vec3(0.215, 2.645, 0.102)) - 0.034, EYE);

  vec3 b = p - vec3(0.265, 2.595, 0.0); // bill: x along it, y across, pointing ahead and down
  b.xy = turn(b.xy, -0.47);
  float s = clamp(b.x / 1.0, 0.0, 1.0);
  float hook = 0.055 * smoothstep(0.90, 1.0, s);
  float ends = max(abs(b.x - 0.48) - 0.54, 0.0);
  float thick = mix(0.086, 0.034, smoothstep(0.0, 0.75, s)) + 0.014 * smoothstep(0.85, 0.97, s);
  d = length(vec3((b.y - 0.01 + hook) * 1.5, b.z, ends)) - thick;
  d = min(d, length(vec3(b.y - 0.058 * (1.0 - s), b.z, ends)) - 0.022); // its ridge
  add(scene, d * 0.67, BILL);
  float depth = 0.03 + 0.23 * sin(3.14159 * pow(s, 0.5)) * (1.0 - 0.3 * s);
  float half3 = mix(0.096, 0.028, s);
  vec2 k = vec2((b.y + 0.045 + 0.42 * depth) / (0.50 * depth + 0.01), b.z / half3);
  d = max(max((length(k) - 1.0) * 0.9 * half3, b.y + 0.035), ends - 0.02);
  float jaw = length(vec2(b.y + 0.045, max(abs(b.z) - 0.78 * half3, 0.0))) + ends - 0.017;
  add(scene, blend(d, jaw, 0.02) * 0.62, POUCH);
}

vec2 map(vec3 p) {
  vec2 scene = vec2(1e3, 0.0);
  addWheel(scene, p);
  addFrame(scene, p);
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

// The haze on the horizon, warm towards the sun.
vec3 haze(vec3 ray) {
  float toward = 0.5 + 0.5 * dot(normalize(ray.xz), normalize(SUN.xz));
  vec3 color = mix(vec3(0.26, 0.27, 0.42), vec3(0.66, 0.40, 0.45), smoothstep(0.1, 0.75, toward));
  return mix(color, vec3(1.05, 0.62, 0.34), smoothstep(0.70, 1.0, toward));
}
vec3 sky(vec3 ray) {
  float up = max(ray.y, 0.0);
  vec3 color = mix(haze(ray), vec3(0.40, 0.33, 0.52), smoothstep(0.0, 0.22, up));
  color = mix(color, vec3(0.10, 0.13, 0.31), smoothstep(0.12, 0.62, up));
  float around = atan(ray.z, ray.x);
  vec2 at = vec2(around * 2.5464791, ray.y * 26.0); // 16 cells around
  float streak = noise(at, 16.0) * 0.65 + noise(at * vec2(3.0, 2.0) + 5.0, 48.0) * 0.35;
  streak = smoothstep(0.48, 0.78, streak) * smoothstep(0.03, 0.10, up) * smoothstep(0.50, 0.15, up);
  color = mix(color, haze(ray) * 1.12 + vec3(0.06, 0.0, 0.02), 0.75 * streak);
  vec3 low = normalize(vec3(SUN.x, 0.055, SUN.z)); // drawn lower than it shines from
  float disc = dot(ray, low);
  color += vec3(1.0, 0.55, 0.22) * (0.55 * pow(max(disc, 0.0), 60.0) + 0.25 * pow(max(disc, 0.0), 8.0));
  color = mix(color, vec3(1.35, 1.0, 0.66), smoothstep(0.9984, 0.9988, disc));
  float back = 0.085 + 0.035 * sin(around * 3.0 + 0.6);
  color = mix(color, mix(vec3(0.30, 0.26, 0.42), haze(ray), 0.50 - 2.0 * up), smoothstep(0.002, -0.002, ray.y - back));
  float front = 0.030 + 0.022 * sin(around * 5.0 + 2.0) + 0.010 * sin(around * 13.0);
  color = mix(color, mix(vec3(0.13, 0.13, 0.24), haze(ray), 0.35 - 3.0 * up), smoothstep(0.002, -0.002, ray.y - front));
  return color;
}

// What the head lamp throws on a point.
float beam(vec3 p) {
  vec3 to = p - LAMP_AT;
  float far = length(to);
  float cone = smoothstep(0.90, 0.985, dot(to / far, normalize(vec3(1.0, -0.20, 0.0))));
  return cone / (0.35 + 0.22 * far * far);
}

vec3 pigment(vec3 p, float material) {
  float z = abs(p.z);
  if (material == DOWN) { // yellow crown, white cheek, chestnut nape
    float nape = smoothstep(0.0, 0.05, (0.05 - p.x) + 0.10 * (2.62 - p.y) * step(p.y, 2.62) + 0.055);
    vec3 color = mix(vec3(0.93, 0.88, 0.78), vec3(0.36, 0.17, 0.11), nape * step(p.y, 2.66));
    color = mix(color, vec3(0.95, 0.78, 0.38), smoothstep(2.64, 2.72, p.y));
    return mix(color, vec3(0.74, 0.50, 0.52), smoothstep(0.085, 0.065, length(p.xy - vec2(0.235, 2.64))));
  }
  if (material == COAT) {
    vec2 q = p.xy - vec2(-0.18, 1.99);
    float drop = dot(q, vec2(-0.64, -0.76)), along = dot(q, vec2(0.76, -0.64));
    float quill = cos(along * 46.0 + drop * 17.0);
    float wing = smoothstep(0.24, 0.30, z);
    vec3 color = mix(vec3(0.56, 0.50, 0.46), vec3(0.64, 0.60, 0.58), wing) + 0.05 * wing * quill;
    color *= 1.0 - 0.35 * wing * smoothstep(0.02, 0.0, abs(drop - 0.17 - 0.012 * quill));
    color = mix(color, vec3(0.25, 0.21, 0.21), smoothstep(0.27, 0.29, drop - 0.015 * quill) * wing);
    vec2 chest = p.xy - vec2(0.14, 2.22);
    return mix(color, vec3(0.93, 0.88, 0.78), smoothstep(0.22, 0.08, length(chest)) * step(-0.14, chest.x));
  }
  float along = dot(p.xy - vec2(0.265, 2.595), vec2(0.891, -0.453));
  if (material == BILL) {
    vec3 color = mix(vec3(0.80, 0.70, 0.58), vec3(0.52, 0.46, 0.44), smoothstep(0.1, 0.9, along));
    return mix(color, vec3(0.86, 0.42, 0.22), smoothstep(0.84, 0.92, along));
  }
  if (material == POUCH) {
    return mix(vec3(0.62, 0.20, 0.14), vec3(0.34, 0.30, 0.22), smoothstep(0.12, 0.55, along)) * (0.94 + 0.06 * sin(along * 75.0));
  }
  if (material == EYE) {
    vec2 e = p.xy - vec2(0.219, 2.645 + uNod);
    return length(e) < 0.023 ? vec3(0.03) : vec3(0.85, 0.80, 0.62);
  }
  if (material == SKIN) return vec3(0.30, 0.28, 0.30);
  if (material == PAINT) return vec3(0.07, 0.30, 0.30);
  if (material == TYRE) return vec3(0.055, 0.055, 0.065);
  if (material == METAL) return vec3(0.52, 0.52, 0.56);
  if (material == LEATHER) return vec3(0.40, 0.21, 0.11);
  if (material == LAMP) return vec3(2.2, 1.9, 1.3);
  if (material == TAIL) return vec3(1.8, 0.16, 0.10);
  return mix(vec3(0.66, 0.20, 0.17), vec3(0.86, 0.74, 0.55), step(0.6, fract(z * 14.0)));
}

// Light from the sun, the sky, the road and the lamp. fine adds what reflections go without.
vec3 shade(vec3 p, vec3 ray, float t, float pixel, float material, bool fine) {
  vec3 n = normalAt(p, max(0.0012, 0.6 * pixel * t));
  vec3 color = pigment(p, material);
  if (material == LAMP || material == TAIL) return color;
  color *= color; // pigments are named as they look; light is added up linearly
  float sun = max(dot(n, SUN), 0.0), open = 1.0;
  float skin = material == POUCH ? 0.5 : material == BILL ? 0.2 : 0.0;
  if (fine) {
    if (sun > 0.0) sun *= shadow(p + n * 0.012, 0.12);
    for (float reach = 0.08; reach < 0.3; reach += 0.18) {
      open *= 0.45 + 0.55 * clamp(map(p + n * reach).x / reach, 0.0, 1.0);
    }
  }
  float wrap = max(0.4 + 0.6 * dot(n, SUN), 0.0);
  vec3 light = vec3(3.3, 1.75, 0.85) * (sun + skin * wrap * 0.35);
  light += mix(vec3(0.24, 0.20, 0.26), vec3(0.66, 0.72, 1.12), 0.5 + 0.5 * n.y) * open * 1.9;
  light += vec3(0.62, 0.28, 0.14) * max(dot(n.xz, normalize(SUN.xz)), 0.0) * open;
  light += vec3(0.62, 0.60, 0.72) * max(dot(n, normalize(vec3(-0.3, 0.4, 0.8))), 0.0) * open;
  light += vec3(3.0, 2.3, 1.2) * beam(p) * max(dot(n, normalize(LAMP_AT - p)), 0.0);
  vec3 result = color * light;
  float facing = max(-dot(n, ray), 0.0);
  float gloss = material == PAINT || material == EYE ? 1.0 : material == METAL ? 1.6 : 0.07;
  if (skin > 0.0) gloss = 0.4;
  float fresnel = 0.05 + 0.95 * pow(1.0 - facing, 5.0);
  float glint = pow(max(dot(n, normalize(SUN - ray)), 0.0), 90.0) * 3.0 * sun;
  vec3 bounce = reflect(ray, n);
  vec3 mirror = mix(vec3(0.05, 0.05, 0.08), haze(bounce), smoothstep(-0.2, 0.15, bounce.y));
  result += gloss * (mirror * mirror * (fresnel + (material == METAL ? 0.2 : 0.0)) * open + glint * vec3(1.0, 0.7, 0.4));
  return sqrt(result);
}

// The wet road and its verges. Turns the ray into the mirrored one; mirror is its share.
vec3 road(vec3 p, inout vec3 ray, float t, out float mirror) {
  vec2 at = vec2(p.x + uScroll, p.z);
  float grain = noise(at * 14.0, 336.0) * exp(-0.10 * t);
  float wet = smoothstep(0.36, 0.62, noise(at * vec2(0.5, 0.9), 12.0) * 0.65 + noise(at * vec2(2.0, 3.0), 48.0) * 0.35);
  float verge = smoothstep(1.62, 1.78, abs(p.z));
  vec3 color = mix(vec3(0.17, 0.17, 0.21), vec3(0.105, 0.11, 0.15), wet) * (0.85 + 0.3 * grain);
  float edge = smoothstep(0.05, 0.035, abs(abs(p.z) - 1.42));
  float dash = smoothstep(0.05, 0.035, abs(p.z + 0.98)) * step(0.5, fract(at.x / 2.0));
  color = mix(color, vec3(0.62, 0.58, 0.52), max(edge, dash) * (0.55 + 0.3 * grain));
  color = mix(color, mix(vec3(0.14, 0.17, 0.14), vec3(0.33, 0.31, 0.22), grain), verge);
  float light = shadow(p, 0.16);
  float near = 0.45 + 0.55 * smoothstep(0.0, 0.55, length(vec2(max(abs(p.x) - 0.98, 0.0), p.z)));
  vec3 lit = color * color * (vec3(1.9, 1.05, 0.62) * light + vec3(0.85, 0.85, 1.2) * near);
  lit += color * vec3(2.6, 1.9, 1.0) * beam(p) * (1.0 - 0.5 * wet);
  mirror = (1.0 - verge) * mix(0.10, 0.62, wet) * (0.25 + 0.75 * pow(1.0 - abs(ray.y), 3.0));
  ray = reflect(ray, normalize(vec3(0.02 * (grain - 0.3) * (1.4 - wet), 1.0, 0.0)));
  return sqrt(lit);
}

// A lamp seen through the damp air: brighter the closer the ray passes, unless it is covered.
vec3 halo(vec3 eye, vec3 ray, float t, vec3 lamp, vec3 color, float size) {
  float along = dot(lamp - eye, ray);
  if (along > t + 0.12) return vec3(0.0);
  float miss = length(eye + ray * along - lamp);
  return color * size / (size + miss * miss) * exp(-2.2 * miss);
}

void main() {
  vec2 at = (2.0 * gl_FragCoord.xy - uSize) / uSize.y;
  vec3 ray = normalize(uCamera * vec3(at, uLens));
  float pixel = 2.0 / (uSize.y * uLens);
  vec3 color = vec3(0.0), glow = vec3(0.0), eye = uEye;
  float share = 1.0, gone = 0.0; // of the pixel to fill, of the way
  for (int pass = 0; pass < 2 && share > 0.02; pass++) { // what is seen, then what the road mirrors
    float ground = ray.y < 0.0 ? -eye.y / ray.y : 1e3;
    vec3 seen = trace(eye, ray, ground, pixel);
    if (seen.y > 0.0) {
      vec3 own = shade(eye + ray * seen.x, ray, gone + seen.x, pixel, seen.z, pass == 0);
      color += share * seen.y * mix(own, haze(ray), 0.0025 * seen.x);
    }
    if (pass == 0) {
      float end = seen.y > 0.5 ? seen.x : ground;
      glow = halo(eye, ray, end, LAMP_AT + vec3(0.06, 0.0, 0.0), vec3(1.0, 0.82, 0.52), 0.006);
      glow += halo(eye, ray, end, TAIL_AT, vec3(0.7, 0.08, 0.05), 0.004);
    }
    share *= 1.0 - seen.y;
    if (share < 0.01) break;
    if (ground > 300.0) {
      color += share * sky(ray);
      break;
    }
    float clear = exp(-0.0022 * ground * ground), mirror;
    color += share * (1.0 - clear) * 0.92 * haze(ray);
    eye += ray * ground + vec3(0.0, 0.004, 0.0);
    vec3 own = road(eye, ray, ground, mirror);
    color += share * clear * (1.0 - mirror) * own;
    share *= clear * mirror;
    gone = ground;
    pixel *= 2.0;
  }
  color += glow;
  color *= 1.0 - 0.05 * dot(at, at);
  color += (hash(gl_FragCoord.xy) - 0.5) / 255.0; // no bands
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
  const names = ["Size", "Eye", "Camera", "Lens", "Scroll", "Crank", "Wheel", "Nod", "Legs"];
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
    const target = [0.02 + 0.3 * near + aside[0], 1.34 + 0.95 * near + aside[1], aside[2]];
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
