import { NOWHERE, VERTEX_END } from '../light/light.ts';

/**
 * On the GPU, computes the position, size and speed of a particle from the data of its birth. Uses the formulas of
 * `evaluateParticles` of @skein/core. Where a formula would lose precision with 32 bits, uses a series. KINDS is the
 * number of kinds of particles: two per species.
 */
export const FLIGHT_SHADER = /* glsl */ `
  uniform uint tick;
  uniform float alpha; // fraction of a tick after it
  uniform float dt; // s
  uniform float depth; // 0 in the plane, else 1
  uniform vec4 flights[KINDS]; // radius m, attenuation 1/s, damping 1/s, gravity m/s^2
  uniform float walks[KINDS]; // m/s^2, see randomWalk of a scenario

  // (1 - e^-z)/z
  float meanDecay(float z) {
    if (z > 0.5) return (1.0 - exp(-z)) / z;
    return 1.0 - z / 2.0 * (1.0 - z / 3.0 * (1.0 - z / 4.0 * (1.0 - z / 5.0 * (1.0 - z / 6.0 * (1.0 - z / 7.0)))));
  }
  // (z - 1 + e^-z)/z^2
  float fall(float z) {
    if (z > 0.5) return (1.0 - meanDecay(z)) / z;
    return 0.5 * (1.0 - z / 3.0 * (1.0 - z / 4.0 * (1.0 - z / 5.0 * (1.0 - z / 6.0 * (1.0 - z / 7.0 * (1.0 - z / 8.0))))));
  }
  // the integral of (time flown)^2 over t^3
  float squaredFlight(float z) {
    if (z > 0.5) return (1.0 - 2.0 * meanDecay(z) + meanDecay(2.0 * z)) / (z * z);
    return 1.0 / 3.0 - z * (1.0 / 4.0 - z * (7.0 / 60.0 - z * (1.0 / 24.0 - z * (31.0 / 2520.0 - z * (1.0 / 320.0 - z * (127.0 / 181440.0 - z * 17.0 / 120960.0))))));
  }
  // two signed 16-bit numbers, hashed from the key
  vec2 mixed(uint key, uint multiplier) {
    uint product = key * multiplier;
    uint bits = (product ^ (product >> 15u)) * 0x27d4eb2fu;
    int word = int(bits ^ (bits >> 15u));
    return vec2(float(word >> 16), float((word << 16) >> 16));
  }
  // x, y, z and radius; the radius is 0 before the birth and after the particle has faded
  vec4 particleAt(vec3 place, vec3 velocity, uint born, uint key, uint kind) {
    int age = int(tick - born);
    vec4 flight = flights[kind];
    float t = (float(age) + alpha) * dt;
    float z = flight.z * t;
    float spread = walks[kind] * sqrt(t * t * t * squaredFlight(z) / 240.0) / 32768.0;
    float m = t / (1.0 + t);
    vec2 turn = vec2(1.0 - m * m, 2.0 * m) / (1.0 + m * m) * spread;
    vec3 drift = vec3(
      dot(turn, mixed(key, 0x9e3779b1u)),
      dot(turn, mixed(key, 0x85ebca77u)),
      dot(turn, mixed(key, 0xc2b2ae3du)) * depth
    );
    vec3 now = place + velocity * (t * meanDecay(z)) + drift;
    now.y -= flight.w * t * t * fall(z);
    float left = exp(-flight.y * t);
    return vec4(now, age < 0 || left < 1.0 / 256.0 ? 0.0 : flight.x * left);
  }
  // m/s, without the drift; the remaining fraction of the radius, 1 at birth, gives the age
  float speedAt(vec3 velocity, uint kind, float left) {
    vec4 flight = flights[kind];
    float t = -log(left) / flight.y;
    float z = flight.z * t;
    return length(velocity * exp(-z) - vec3(0.0, flight.w * t * meanDecay(z), 0.0));
  }
`;

/** The diameter of the smallest point, in pixels. */
export const LEAST = 1.5;
/** The diameter of the largest point, in pixels. Larger points are expensive, and some GPUs do not support them. */
export const LARGEST = 256;

/**
 * Computes the appearance of a particle, which is a round sprite of light. The code is the same for particles that are
 * drawn from births and for particles that the threads evaluated.
 */
const SPRITE_SHADER = /* glsl */ `
  uniform float shown[KINDS]; // 1 for kinds that are drawn, else 0
  uniform vec2 looks[KINDS]; // radius at birth (m), strength of the light
  uniform vec3 colors[KINDS];
  uniform float fastest; // m/s, the end of the scale; 0 if colors show the species
  uniform sampler2D scale;
  uniform float byThread; // how much the colors show the threads, 0 to 1
  uniform vec3 threadColors[THREADS];
  attribute uint thread;
  attribute float vx;
  attribute float vy;
  attribute float vz;
  varying vec4 tint;
  void place(vec4 particle, uint kind) {
    bool spark = (kind & 1u) == 1u;
    vec2 look = looks[kind];
    // the radius gives the age: 1 at birth
    float fresh = particle.w / look.x;
    vec4 mvPosition = modelViewMatrix * vec4(particle.xyz, 1.0);
    vec4 there = projectionMatrix * mvPosition;
    float seen = 2.0 * particle.w * pixelsPerMeter(there);
    gl_PointSize = clamp(seen, ${LEAST.toFixed(1)}, ${LARGEST.toFixed(1)});
    // particles smaller than a point are dimmer instead
    float dim = min(1.0, seen * seen / (${LEAST.toFixed(1)} * ${LEAST.toFixed(1)}));
    float heat = fresh * fresh;
    vec3 own = mix(colors[kind], threadColors[thread], byThread);
    vec3 color = spark
      ? mix(mix(own, vec3(1.0, 0.48, 0.14), 0.75), vec3(1.0, 0.93, 0.78), heat)
      : mix(own, vec3(1.0), 0.5 * heat * heat * heat);
    if (fastest > 0.0) {
      float speed = speedAt(vec3(vx, vy, vz), kind, max(fresh, 1e-6));
      color = texture2D(scale, vec2(speed / fastest, 0.5)).rgb;
    }
    // the rest of a trail keeps glowing faintly
    float light = spark ? look.y : look.y * mix(0.35, 1.0, fresh);
    tint = vec4(color, light * dim);
    bool hidden = particle.w <= 0.0 || shown[kind] == 0.0;
    gl_Position = hidden ? ${NOWHERE} : there;
    ${VERTEX_END}
  }
`;

/** The vertex shader for particles whose positions the threads have computed. */
export const RECORD_VERTEX = /* glsl */ `
  ${FLIGHT_SHADER}
  ${SPRITE_SHADER}
  attribute vec4 particle;
  attribute uint kind;
  void main() {
    place(particle, kind);
  }
`;

/** The vertex shader for particles whose births are uploaded. It computes the positions itself. */
export const BIRTH_VERTEX = /* glsl */ `
  ${FLIGHT_SHADER}
  ${SPRITE_SHADER}
  attribute float x;
  attribute float y;
  attribute float z;
  attribute uint born;
  attribute uint key;
  attribute uint kind;
  void main() {
    place(particleAt(vec3(x, y, z), vec3(vx, vy, vz), born, key, kind), kind);
  }
`;

/**
 * The fraction of the background that a sprite covers. If light were only added, many sprites on top of each other
 * would become white. With cover, they approach their own color instead.
 */
export const COVER = 0.7;

export const SPRITE_FRAGMENT = /* glsl */ `
  varying vec4 tint;
  void main() {
    float near = max(0.0, 1.0 - 2.0 * length(gl_PointCoord - 0.5));
    float light = min(1.0, tint.a * near * near);
    shine(tint.rgb, light, ${COVER.toFixed(1)} * light);
  }
`;
