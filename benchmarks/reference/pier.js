// A white pelican rides along a pier in the morning: flat colours, ink lines, a fish in the basket.
//
// World: x is forward, y up, z to the rider's right; one unit is about 60 cm; the wheels stand on
// y = 0. Everything that moves follows from the time given to render(), the legs by two-bone
// inverse kinematics on this side, so that the shader has nothing to solve.

const OPENING = { yaw: 0.62, pitch: 0.13, distance: 5.6 };
const NEAREST = 1.7;
const FARTHEST = 12;
const LENS = 3.35; // focal length in half heights of the picture
const CRANK_SPEED = 2.4; // radians a second
const GEAR = 2.2; // turns of a wheel for one of the crank
const WHEEL_RADIUS = 0.6;
const SCROLL_PERIOD = 24; // of everything that passes by, in world units
const CRANK = { x: -0.14, y: 0.54, length: 0.175 };
const HIP = { x: -0.2, y: 1.45 };
const THIGH = 0.47;
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
uniform float uTime;
uniform float uScroll;
uniform float uCrank;
uniform float uWheel;
uniform float uNod;
uniform vec4 uLegs[2]; // knee and ankle in the xy plane; right, left
out vec4 outColor;

const float FEATHER = 1.0, WING = 2.0, BILL = 3.0, POUCH = 4.0, EYE = 5.0, SKIN = 6.0;
const float PAINT = 7.0, TYRE = 8.0, METAL = 9.0, LEATHER = 10.0, WICKER = 11.0, FISH = 12.0;
const float SCARF = 13.0;
const vec3 SUN = normalize(vec3(0.42, 0.78, 0.58));
const vec3 BOX_MIN = vec3(-1.58, 0.0, -0.62), BOX_MAX = vec3(1.58, 2.80, 0.62);
const float PIER = 1.25; // half its width
const float SEA = -0.55;

const vec2 REAR = vec2(-0.92, 0.6), FRONT = vec2(0.92, 0.6), BOTTOM = vec2(-0.14, 0.54);
const vec2 SEAT = vec2(-0.40, 1.18), HEAD_TOP = vec2(0.54, 1.31), HEAD_END = vec2(0.64, 1.11);

// --- Shapes ------------------------------------------------------------------------------------

float segment2(vec2 p, vec2 a, vec2 b) {
  vec2 pa = p - a, ba = b - a;
  return length(pa - ba * clamp(dot(pa, ba) / dot(ba, ba), 0.0, 1.0));
}
float tube(vec3 p, vec2 a, vec2 b, float r) { // a straight tube in the plane of the frame
  return length(vec2(segment2(p.xy, a, b), p.z)) - r;
}
float rod(vec3 p, vec3 a, vec3 b, float r, float s) { // its radius goes from r to s
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

// --- The bicycle -------------------------------------------------------------------------------

// Only the wheel on this side of x = 0 is looked at; the other is never nearer than |x| + 0.3.
void addWheel(inout vec2 scene, vec3 p) {
  vec3 q = p - vec3(p.x > 0.0 ? FRONT : REAR, 0.0);
  float radius = length(q.xy);
  float bound = max(radius - 0.61, abs(q.z) - 0.09);
  if (bound > min(scene.x, 0.12)) {
    add(scene, bound, TYRE);
    return;
  }
  scene.x = min(scene.x, abs(p.x) + 0.3);
  add(scene, length(vec2(radius - 0.553, q.z)) - 0.046, TYRE);
  add(scene, length(vec2(radius - 0.500, q.z * 0.8)) - 0.019, METAL);
  add(scene, max(radius - 0.05, abs(q.z) - 0.075), METAL);
  float pitch = 6.2831853 / 16.0;
  float angle = atan(q.y, q.x) + uWheel;
  float cell = floor(angle / pitch + 0.5);
  float off = angle - cell * pitch;
  vec3 s = vec3(radius * cos(off), radius * sin(off), q.z);
  float lean = mod(cell, 2.0) * 2.0 - 1.0;
  add(scene, rod(s, vec3(0.03, 0.0, 0.05 * lean), vec3(0.5, 0.0, 0.0), 0.0085, 0.0085), METAL);
  float guard = max(max(abs(radius - 0.635) - 0.009, abs(q.z) - 0.062), -q.y - 0.18);
  add(scene, max(guard, turn(q.xy, 0.5).x * (p.x > 0.0 ? 1.0 : 0.6) - 0.12), PAINT);
}

void addFrame(inout vec2 scene, vec3 p) {
  float bound = box(p - vec3(-0.02, 0.94, 0.0), vec3(0.99, 0.62, 0.46));
  if (bound > min(scene.x, 0.15)) {
    add(scene, bound, PAINT);
    return;
  }
  vec3 m = vec3(p.xy, abs(p.z));
  float d = tube(p, BOTTOM, SEAT, 0.032);
  d = min(d, tube(p, SEAT - vec2(-0.02, 0.06), HEAD_TOP + vec2(0.02, -0.04), 0.029));
  d = min(d, tube(p, BOTTOM, HEAD_END + vec2(-0.02, 0.04), 0.036));
  d = blend(d, tube(p, HEAD_TOP, HEAD_END, 0.044), 0.03);
  d = min(d, rod(m, vec3(SEAT + vec2(0.02, -0.06), 0.02), vec3(REAR, 0.085), 0.019, 0.015));
  d = min(d, rod(m, vec3(BOTTOM, 0.04), vec3(REAR, 0.085), 0.022, 0.016));
  d = min(d, rod(m, vec3(HEAD_END, 0.03), vec3(0.76, 0.88, 0.088), 0.028, 0.024));
  d = min(d, rod(m, vec3(0.76, 0.88, 0.088), vec3(FRONT, 0.085), 0.024, 0.016));
  add(scene, d, PAINT);

  d = tube(p, SEAT, vec2(-0.432, 1.30), 0.022);
  d = min(d, tube(p, HEAD_TOP, vec2(0.51, 1.41), 0.024));
  d = min(d, rod(m, vec3(0.51, 1.41, 0.0), vec3(0.56, 1.47, 0.20), 0.018, 0.018));
  d = min(d, rod(m, vec3(0.56, 1.47, 0.20), vec3(0.40, 1.47, 0.37), 0.018, 0.018));
  vec2 c = p.xy - BOTTOM;
  d = min(d, max(abs(length(c) - 0.105) - 0.014, abs(p.z - 0.075) - 0.012)); // chain ring
  d = min(d, max(abs(turn(c, uCrank).x) - 0.014, max(length(c) - 0.1, abs(p.z - 0.075) - 0.01)));
  d = min(d, max(length(p.xy - REAR) - 0.05, abs(p.z - 0.075) - 0.012));
  add(scene, d, METAL);

  vec2 along = normalize(REAR - BOTTOM); // the chain, its two runs folded into one
  vec2 run = vec2(dot(c, along), abs(c.x * along.y - c.y * along.x));
  d = segment2(run, vec2(0.0, 0.112), vec2(length(REAR - BOTTOM), 0.055));
  add(scene, max(d - 0.013, abs(p.z - 0.075) - 0.013), TYRE);

  add(scene, rod(m, vec3(0.47, 1.47, 0.30), vec3(0.36, 1.47, 0.41), 0.029, 0.029), LEATHER);
  vec3 s = p - vec3(-0.43, 1.335, 0.0);
  float nose = smoothstep(0.22, -0.16, s.x);
  d = box(s - vec3(0.0, 0.02 * nose, 0.0), vec3(0.17, 0.008, 0.022 + 0.085 * nose)) - 0.026;
  add(scene, d * 0.85, LEATHER);
}

void addBasket(inout vec2 scene, vec3 p) {
  vec3 q = p - vec3(0.90, 1.39, 0.0);
  float bound = box(q - vec3(0.0, 0.08, 0.0), vec3(0.22, 0.27, 0.28));
  if (bound > min(scene.x, 0.1)) {
    add(scene, bound, WICKER);
    return;
  }
  float flare = 1.0 + 0.25 * q.y;
  vec3 r = vec3(q.x / flare, q.y, q.z / flare);
  float wall = box(r, vec3(0.14, 0.13, 0.2)) - 0.025;
  float d = max(abs(wall) - 0.011, q.y - 0.13);
  d = min(d, box(q - vec3(0.0, 0.135, 0.0), vec3(0.176, 0.012, 0.238)) - 0.012);
  d = max(d, -box(q - vec3(0.0, 0.18, 0.0), vec3(0.145, 0.16, 0.205)));
  add(scene, d * 0.8, WICKER);
  vec3 f = q - vec3(0.0, 0.12, 0.03); // the fish stands on its head
  f.xy = turn(f.xy, 0.35);
  f.z += 0.03 * sin(f.y * 9.0);
  d = ellipsoid(f, vec3(0.075, 0.17, 0.045));
  float fin = f.y - 0.15, tail = max(abs(fin - 0.05) - 0.06 + 0.25 * abs(f.x), abs(f.z) - 0.012);
  d = min(d, max(abs(f.x) - 0.02 - 0.75 * fin, tail) * 0.75);
  add(scene, d, FISH);
}

// --- The pelican -------------------------------------------------------------------------------

// Of cranks, pedals, feet and legs only this side's are looked at.
void addLeg(inout vec2 scene, vec3 p) {
  float bound = box(p - vec3(0.0, 0.92, 0.0), vec3(0.42, 0.63, 0.30));
  if (bound > min(scene.x, 0.12)) {
    add(scene, bound, SKIN);
    return;
  }
  bool right = p.z > 0.0;
  vec4 leg = right ? uLegs[0] : uLegs[1];
  vec3 m = vec3(p.xy, abs(p.z));
  scene.x = min(scene.x, m.z + 0.045);
  vec2 knee = leg.xy, ankle = leg.zw, pedal = ankle + vec2(0.02, -0.10);
  float d = rod(m, vec3(-0.20, 1.45, 0.16), vec3(knee, 0.18), 0.125, 0.06);
  add(scene, d, FEATHER);
  d = rod(m, vec3(knee, 0.18), vec3(ankle, 0.185), 0.036, 0.028);
  vec3 f = m - vec3(ankle + vec2(0.0, -0.055), 0.185); // the web spreads from heel to toes
  float reach = clamp(f.x, -0.05, 0.19);
  float spread = 0.026 + 0.42 * max(reach, 0.0) - 0.012 * cos(f.z * 75.0) * step(0.0, reach);
  float web = max(abs(f.z) - spread, abs(f.x - 0.06) - 0.125 - 0.014 * cos(f.z * 62.0));
  d = blend(d, max(web, abs(f.y + 0.02 * reach) - 0.014) * 0.75, 0.045);
  add(scene, d, SKIN);
  add(scene, tube(vec3(m.xy, m.z - 0.105), BOTTOM, pedal, 0.02), METAL);
  add(scene, rod(m, vec3(BOTTOM, 0.0), vec3(BOTTOM, 0.1), 0.03, 0.03), METAL);
  add(scene, box(m - vec3(pedal, 0.19), vec3(0.065, 0.012, 0.075)) - 0.01, TYRE);
}

void addBody(inout vec2 scene, vec3 p) {
  float bound = box(p - vec3(-0.30, 1.76, 0.0), vec3(0.84, 0.60, 0.46));
  if (bound > min(scene.x, 0.15)) {
    add(scene, bound, FEATHER);
    return;
  }
  vec3 m = vec3(p.xy, abs(p.z));
  vec3 q = p - vec3(-0.30, 1.68, 0.0);
  q.xy = turn(q.xy, 0.36);
  float d = ellipsoid(q, vec3(0.52, 0.325, 0.315));
  d = blend(d, ellipsoid(p - vec3(-0.02, 1.83, 0.0), vec3(0.23, 0.25, 0.225)), 0.16);
  d = blend(d, rod(p, vec3(0.0, 1.88, 0.0), vec3(0.25, 2.10, 0.0), 0.185, 0.105), 0.16);
  add(scene, d, FEATHER);

  vec3 t = q - vec3(-0.62, 0.08, 0.0); // tail: a fan of five feathers
  t.xy = turn(t.xy, -0.22);
  float fan = 0.11 - 0.34 * t.x;
  float edge = abs(t.x) - 0.24 - 0.03 * cos(t.z * 42.0);
  d = max(max(abs(t.z) - fan, edge), abs(t.y) - 0.016 - 0.03 * smoothstep(-0.1, 0.25, t.x));
  add(scene, d * 0.75, WING);

  // Wing: an arm from the shoulder to the grip, flight feathers hanging from it in a sheet.
  vec3 hand = vec3(0.43, 1.51, 0.36), shoulder = vec3(-0.10, 1.86, 0.28);
  vec3 u = normalize(hand - shoulder), out3 = normalize(vec3(-0.14, 0.34, 1.0));
  vec3 v = normalize(cross(u, out3));
  vec3 n = cross(v, u);
  vec3 w = m - shoulder;
  w = vec3(dot(w, u), dot(w, v), dot(w, n));
  float span = clamp(w.x / 0.65, -0.35, 1.0);
  float fade = smoothstep(-0.34, 0.06, span);
  float drop = mix(0.44, 0.07, smoothstep(-0.1, 1.0, span)) * smoothstep(-0.55, 0.0, span);
  float tips = drop + 0.022 * cos(w.x * 40.0 + w.y * 14.0) * fade, mid = 0.5 * tips + 0.03 * fade;
  float sheet = max(abs(w.y - tips + mid) - mid, abs(w.x - 0.2) - 0.41);
  float bend = w.z - 0.10 * w.y + 0.30 * w.y * w.y;
  d = max(sheet, abs(bend) - 0.020) * 0.72 - 0.008;
  d = blend(d, rod(m, shoulder, mix(shoulder, hand, 0.55), 0.105, 0.07), 0.07);
  d = blend(d, rod(m, mix(shoulder, hand, 0.5), hand, 0.072, 0.05), 0.05);
  vec3 g = m - hand; // three feather fingers over the grip
  g.z -= clamp(floor(g.z / 0.045 + 0.5), -1.0, 1.0) * 0.045;
  d = blend(d, rod(g, vec3(0.0, 0.02, 0.0), vec3(0.045, -0.055, 0.0), 0.024, 0.015), 0.03);
  add(scene, d, WING);
}

void addHead(inout vec2 scene, vec3 p) {
  p.y -= uNod;
  float bound = box(p - vec3(0.70, 2.22, 0.0), vec3(0.72, 0.52, 0.25));
  if (bound > min(scene.x, 0.15)) {
    add(scene, bound, BILL);
    return;
  }
  vec3 m = vec3(p.xy, abs(p.z));
  float d = rod(p, vec3(0.19, 2.02, 0.0), vec3(0.27, 2.14, 0.0), 0.13, 0.102);
  d = blend(d, rod(p, vec3(0.26, 2.12, 0.0), vec3(0.19, 2.40, 0.0), 0.102, 0.092), 0.07);
  d = blend(d, ellipsoid(p - vec3(0.28, 2.49, 0.0), vec3(0.19, 0.148, 0.132)), 0.09);
  vec3 c = p - vec3(0.12, 2.56, 0.0); // crest: three tufts
  c.z -= clamp(floor(c.z / 0.04 + 0.5), -1.0, 1.0) * 0.04;
  d = blend(d, rod(c, vec3(0.06, 0.03, 0.0), vec3(-0.13, -0.03, 0.0), 0.035, 0.010), 0.04);
  add(scene, d, FEATHER);
  add(scene, length(m - vec3(0.325, 2.525, 0.108)) - 0.036, EYE);

  vec3 b = p - vec3(0.39, 2.475, 0.0); // bill: s along it, t across, pointing ahead and down
  b.xy = turn(b.xy, -0.30);
  float s = clamp(b.x / 0.98, 0.0, 1.0);
  float hook = 0.05 * smoothstep(0.88, 1.0, s);
  vec2 cut = vec2((b.y - 0.01 + hook) * 1.55, b.z);
  float ends = max(abs(b.x - 0.47) - 0.53, 0.0);
  d = length(vec3(cut, ends)) - mix(0.088, 0.036, smoothstep(0.0, 0.75, s)) - 0.014 * smoothstep(0.85, 0.97, s);
  add(scene, d * 0.66, BILL);
  float belly = sin(3.14159 * pow(s, 0.58));
  float depth = 0.035 + 0.27 * belly * (1.0 - 0.35 * s);
  vec3 k = vec3(ends, (b.y + 0.045 + 0.42 * depth) / (0.50 * depth + 0.01), b.z / mix(0.098, 0.030, s));
  float ring = length(k.yz);
  d = (ring - 1.0) * mix(0.085, 0.028, s);
  d = max(d, b.y + 0.035);
  d = blend(max(d, ends - 0.02), length(vec2(b.y + 0.045, max(abs(b.z) - mix(0.075, 0.022, s), 0.0)) + ends) - 0.018, 0.02);
  add(scene, d * 0.62, POUCH);
}

void addScarf(inout vec2 scene, vec3 p) {
  vec3 q = p - vec3(0.20, 2.05, 0.0);
  float bound = length(q + vec3(0.12, -0.05, 0.0)) - 0.42;
  if (bound > min(scene.x, 0.1)) {
    add(scene, bound, SCARF);
    return;
  }
  vec3 r = q;
  r.xy = turn(r.xy, -0.55);
  float d = length(vec2(length(r.xz) - 0.128, r.y)) - 0.05;
  vec3 k = q - vec3(-0.15, 0.10, 0.0); // its two ends stream behind
  k.y += 0.22 * k.x - 0.03 * sin(k.x * 14.0 + uTime * 7.0) * smoothstep(0.0, -0.2, k.x);
  float two = abs(k.z) - 0.04 + 0.16 * k.x;
  d = min(d, (box(vec3(k.x + 0.15, k.y, two), vec3(0.15, 0.012, 0.036)) - 0.01) * 0.8);
  add(scene, d, SCARF);
}

vec2 map(vec3 p) {
  vec2 scene = vec2(1e3, 0.0);
  addWheel(scene, p);
  addFrame(scene, p);
  addLeg(scene, p);
  addBody(scene, p);
  addHead(scene, p);
  addScarf(scene, p);
  addBasket(scene, p);
  return scene;
}

// --- Light and colour --------------------------------------------------------------------------

vec2 span(vec3 eye, vec3 ray) { // where the ray is inside the box around everything
  vec3 inverse = 1.0 / ray;
  vec3 a = (BOX_MIN - eye) * inverse, b = (BOX_MAX - eye) * inverse;
  vec3 low = min(a, b), high = max(a, b);
  return vec2(max(max(low.x, low.y), max(low.z, 0.0)), min(high.x, min(high.y, high.z)));
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
  for (int i = 0; i < 26; i++) {
    float d = map(p + SUN * t).x;
    light = min(light, 0.5 + 0.5 * d / (softness * t));
    t += clamp(d, 0.02, 0.25);
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

vec3 sky(vec3 ray) {
  float up = max(ray.y, 0.0);
  vec3 color = mix(vec3(0.98, 0.93, 0.82), vec3(0.55, 0.82, 0.93), smoothstep(0.0, 0.16, up));
  color = mix(color, vec3(0.22, 0.58, 0.86), smoothstep(0.1, 0.75, up));
  float round = atan(ray.z, ray.x);
  vec2 at = vec2(round * 5.0929582, ray.y * 17.0); // 32 cells around
  float puff = noise(at, 32.0) * 0.6 + noise(at * 2.0 + 7.0, 64.0) * 0.3 + noise(at * 5.0, 160.0) * 0.12;
  float band = smoothstep(0.02, 0.10, ray.y) * smoothstep(0.36, 0.16, ray.y);
  float cloud = smoothstep(0.50, 0.53, puff * band + 0.06 * band);
  color = mix(color, mix(vec3(0.86, 0.92, 0.97), vec3(1.0), smoothstep(0.52, 0.66, puff)), cloud * 0.95);
  float hills = 0.016 + 0.022 * sin(round * 3.0 + 1.0) + 0.012 * sin(round * 7.0);
  color = mix(color, vec3(0.47, 0.66, 0.72), smoothstep(0.002, -0.002, ray.y - hills));
  return color + vec3(1.0, 0.75, 0.4) * 0.35 * pow(max(dot(ray, SUN), 0.0), 24.0);
}

vec3 sea(vec3 p, vec3 ray, float t) {
  vec2 at = vec2(p.x + uScroll, p.z);
  float far = exp(-0.035 * t);
  float swell = noise(at * vec2(0.75, 1.7) + vec2(0.0, uTime * 0.5), 18.0);
  float ripple = noise(at * vec2(2.0, 5.0) - vec2(uTime * 0.35, 0.0), 48.0);
  vec3 color = mix(vec3(0.06, 0.42, 0.62), vec3(0.13, 0.66, 0.70), far);
  color += 0.07 * far * (step(0.52, swell) - 0.5);
  color = mix(color, vec3(0.88, 0.98, 0.96), far * smoothstep(0.70, 0.73, ripple * 0.62 + swell * 0.38));
  float gloss = pow(1.0 - abs(ray.y), 6.0);
  color = mix(color, vec3(0.80, 0.90, 0.88), 0.65 * gloss);
  float shade = smoothstep(0.06, -0.06, abs(p.z + 0.55 * 0.74) - PIER);
  return mix(color, color * vec3(0.35, 0.5, 0.58), shade);
}

vec3 planks(vec3 p, float t) {
  float x = p.x + uScroll;
  float cell = floor(x / 0.3), inside = abs(fract(x / 0.3) - 0.5);
  float tint = hash(vec2(mod(cell, 80.0), 3.0));
  vec3 color = mix(vec3(0.80, 0.62, 0.42), vec3(0.91, 0.75, 0.54), tint);
  float grain = noise(vec2(x * 16.0, p.z * 1.6 + tint * 40.0), 384.0);
  color *= 0.95 + 0.09 * grain * exp(-0.12 * t);
  float line = 0.022 + 0.0009 * t;
  color = mix(color, vec3(0.42, 0.27, 0.20), smoothstep(0.5 - line * 2.0, 0.5 - line, inside) * exp(-0.05 * t));
  return mix(color, vec3(0.97, 0.95, 0.90), smoothstep(PIER - 0.10, PIER - 0.09, abs(p.z)));
}

// All that is not the rider: the pier (a beam without end), the sea, the sky. Sets the distance.
vec3 backdrop(vec3 eye, vec3 ray, out float t) {
  float top = -eye.y / ray.y;
  vec3 p = eye + ray * top;
  if (top > 0.0 && abs(p.z) < PIER) {
    t = top;
    float light = shadow(p + vec3(0.0, 0.003, 0.0), 0.05);
    float near = 0.75 + 0.25 * smoothstep(0.0, 0.5, length(vec2(max(abs(p.x) - 0.95, 0.0), p.z)));
    vec3 color = planks(p, t) * mix(vec3(0.47, 0.50, 0.70), vec3(1.0), light) * near;
    return mix(color, vec3(0.96, 0.91, 0.80), 1.0 - exp(-0.0009 * t * t));
  }
  float side = (-sign(ray.z) * PIER - eye.z) / ray.z;
  p = eye + ray * side;
  if (side > 0.0 && p.y < 0.0 && p.y > -0.24) {
    t = side;
    float seam = smoothstep(0.014, 0.006, abs(p.y + 0.085));
    return mix(vec3(0.66, 0.47, 0.33), vec3(0.36, 0.25, 0.21), seam) * (p.z > 0.0 ? 1.0 : 0.62);
  }
  t = 1e3;
  float water = (SEA - eye.y) / ray.y;
  if (water <= 0.0) return sky(ray);
  t = water;
  vec3 color = sea(eye + ray * water, ray, water);
  return mix(color, vec3(0.80, 0.90, 0.88), 1.0 - exp(-0.012 * water));
}

vec3 pigment(vec3 p, float material) {
  float z = abs(p.z);
  if (material == FEATHER) {
    vec2 face = p.xy - vec2(0.35, 2.51 + uNod);
    float bare = smoothstep(0.10, 0.085, length(face * vec2(1.0, 1.15))) * step(2.2, p.y);
    vec3 white = mix(vec3(0.99, 0.97, 0.94), vec3(1.0, 0.90, 0.72), smoothstep(0.16, 0.0, length(p.xy - vec2(0.10, 1.80))) * 0.7);
    return mix(white, vec3(0.98, 0.78, 0.50), bare);
  }
  if (material == WING) {
    vec2 q = p.xy - vec2(-0.10, 1.86);
    float drop = dot(q, vec2(-0.55, -0.835));
    float along = dot(q, vec2(0.835, -0.55));
    float fold = smoothstep(-0.1, 0.1, sin(along * 40.0 + drop * 14.0 + 1.6) + 0.8);
    fold = max(fold, smoothstep(0.10, 0.07, drop));
    float dark = smoothstep(0.19, 0.21, drop + 0.012 * cos(along * 40.0 + drop * 14.0));
    if (p.x < -0.72) dark = smoothstep(-0.94, -0.97, p.x);
    vec3 color = mix(vec3(0.97, 0.95, 0.93), vec3(0.20, 0.22, 0.28), dark);
    return color * mix(0.78, 1.0, fold);
  }
  if (material == BILL) {
    float along = dot(p.xy - vec2(0.39, 2.475), vec2(0.955, -0.296));
    vec3 color = mix(vec3(1.0, 0.70, 0.24), vec3(0.99, 0.60, 0.34), smoothstep(0.2, 0.7, along));
    return mix(color, vec3(0.93, 0.36, 0.22), smoothstep(0.90, 0.93, along));
  }
  if (material == POUCH) {
    float along = dot(p.xy - vec2(0.39, 2.475), vec2(0.955, -0.296));
    return mix(vec3(1.0, 0.58, 0.22), vec3(1.0, 0.76, 0.36), smoothstep(0.1, 0.8, along) + 0.15 * sin(along * 60.0));
  }
  if (material == EYE) {
    vec3 e = vec3(p.xy, z) - vec3(0.325, 2.525 + uNod, 0.108);
    if (length(e - vec3(0.014, 0.016, 0.028)) < 0.014) return vec3(1.6);
    return length(e.xy - vec2(0.004, 0.0)) < 0.026 ? vec3(0.05, 0.05, 0.08) : vec3(0.45, 0.22, 0.10);
  }
  if (material == SKIN) return vec3(0.98, 0.55, 0.20);
  if (material == PAINT) return vec3(0.88, 0.18, 0.20);
  if (material == TYRE) return vec3(0.16, 0.16, 0.20);
  if (material == METAL) return vec3(0.80, 0.83, 0.88);
  if (material == LEATHER) return vec3(0.50, 0.28, 0.17);
  if (material == SCARF) return mix(vec3(0.10, 0.32, 0.62), vec3(0.97), step(0.45, fract(p.x * 9.0 + p.y * 4.0)));
  if (material == WICKER) {
    float weave = sin(p.x * 70.0 + p.z * 70.0) * sin(p.y * 95.0);
    return mix(vec3(0.72, 0.48, 0.26), vec3(0.93, 0.74, 0.46), smoothstep(-0.3, 0.3, weave));
  }
  vec3 scale = mix(vec3(0.42, 0.66, 0.78), vec3(0.86, 0.93, 0.95), smoothstep(0.02, 0.06, z));
  return scale * (0.92 + 0.08 * sin(p.y * 110.0));
}

vec3 shade(vec3 p, vec3 ray, float t, float pixel, float material) {
  vec3 n = normalAt(p, max(0.0012, 0.6 * pixel * t));
  vec3 color = pigment(p, material);
  float lit = dot(n, SUN);
  float light = smoothstep(-0.02, 0.14, lit);
  if (light > 0.0) light *= shadow(p + n * 0.012, 0.07);
  float open = 1.0;
  for (float reach = 0.09; reach < 0.3; reach += 0.17) {
    open *= 0.55 + 0.45 * clamp(map(p + n * reach).x / reach, 0.0, 1.0);
  }
  vec3 ambient = mix(vec3(0.62, 0.52, 0.46), vec3(0.58, 0.66, 0.86), 0.5 + 0.5 * n.y);
  vec3 result = color * (ambient * (0.45 + 0.55 * open) + vec3(0.46, 0.42, 0.33) * light);
  bool glossy = material == PAINT || material == METAL || material == EYE || material == BILL;
  float glint = smoothstep(0.93, 0.97, dot(n, normalize(SUN - ray)));
  if (glossy) result += 0.45 * glint * light;
  if (material == POUCH) result += vec3(0.30, 0.10, 0.02) * pow(max(dot(ray, SUN), 0.0), 2.0);
  float facing = max(-dot(n, ray), 0.0);
  result += vec3(0.20, 0.22, 0.22) * smoothstep(0.42, 0.30, facing) * (0.3 + 0.7 * light);
  return mix(result, vec3(0.13, 0.12, 0.20), 0.75 * smoothstep(0.17, 0.07, facing) * step(0.5, abs(material - METAL)));
}

void main() {
  vec2 at = (2.0 * gl_FragCoord.xy - uSize) / uSize.y;
  vec3 ray = normalize(uCamera * vec3(at, uLens));
  float pixel = 2.0 / (uSize.y * uLens);
  vec2 inside = span(uEye, ray);
  if (ray.y < 0.0) inside.y = min(inside.y, -uEye.y / ray.y);
  float t = inside.x, closest = 1e3, best = t, material = 0.0;
  bool hit = false;
  if (inside.x < inside.y) {
    float relax = 1.2, before = 0.0, stride = 0.0;
    for (int i = 0; i < 84; i++) {
      vec2 here = map(uEye + ray * t);
      float d = here.x;
      if (relax > 1.0 && before + d < stride) { // the two spheres do not touch: step back once
        t += before - stride;
        stride = 0.0;
        relax = 1.0;
        continue;
      }
      float angle = d / t;
      if (angle < closest) {
        closest = angle;
        best = t;
      }
      if (angle < 0.3 * pixel) {
        hit = true;
        material = here.y;
        break;
      }
      before = d;
      stride = d * relax;
      t += stride;
      if (t > inside.y) break;
    }
  }
  // A ray that misses by less than a pixel and a half still draws: an ink line without stairs.
  float cover = hit ? 1.0 : clamp(1.6 - closest / pixel, 0.0, 1.0);
  vec3 color = vec3(0.0);
  if (cover < 1.0) {
    float far;
    color = backdrop(uEye, ray, far);
  }
  if (cover > 0.0) {
    vec3 p = uEye + ray * (hit ? t : best);
    vec3 own = hit ? shade(p, ray, t, pixel, material) : vec3(0.13, 0.12, 0.20);
    color = mix(color, own, cover);
  }
  color = clamp(color, 0.0, 1.0);
  outColor = vec4(color, 1.0);
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
    const target = [0.04 + 0.34 * near + aside[0], 1.3 + 0.82 * near + aside[1], aside[2]];
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
