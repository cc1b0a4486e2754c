import { NOWHERE, VERTEX_END } from '../light/light.ts';

/**
 * Where a particle is, how large and how fast, as `evaluateParticles` of @skein/core has it: here for the
 * graphics card, from the birth alone. The sums of series take the place of closed forms where those
 * cancel in 32 bits. KINDS is the number of kinds, 2 for each species.
 */
export const FLIGHT_SHADER = /* glsl */ `
  uniform uint tick;
  uniform float alpha; // beyond the tick, steps
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
  // two signed numbers of 16 bits, mixed from the key
  vec2 mixed(uint key, uint multiplier) {
    uint product = key * multiplier;
    uint bits = (product ^ (product >> 15u)) * 0x27d4eb2fu;
    int word = int(bits ^ (bits >> 15u));
    return vec2(float(word >> 16), float((word << 16) >> 16));
  }
  // x, y, z and radius; the radius is 0 before the birth and when the particle has faded
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
  // m/s, without the drift; what is left of the radius, 1 at birth, tells the age
  float speedAt(vec3 velocity, uint kind, float left) {
    vec4 flight = flights[kind];
    float t = -log(left) / flight.y;
    float z = flight.z * t;
    return length(velocity * exp(-z) - vec3(0.0, flight.w * t * meanDecay(z), 0.0));
  }
`;

/** Diameter of the smallest point, pixels. */
export const LEAST = 1.5;
/** Larger points cost more than they show, and some cards have none, pixels. */
export const LARGEST = 256;

/** What a particle looks like: one round sprite of light, the same from whichever source. */
const SPRITE_SHADER = /* glsl */ `
  uniform float shown[KINDS]; // 1 for kinds that are drawn, else 0
  uniform vec2 looks[KINDS]; // radius at birth m, strength of the light
  uniform vec3 colors[KINDS];
  uniform float fastest; // m/s, the end of the scale; 0 when colors tell species
  uniform sampler2D scale;
  attribute float vx;
  attribute float vy;
  attribute float vz;
  varying vec4 tint;
  void place(vec4 particle, uint kind) {
    bool spark = (kind & 1u) == 1u;
    vec2 look = looks[kind];
    // the radius tells the age: 1 at birth
    float fresh = particle.w / look.x;
    vec4 mvPosition = modelViewMatrix * vec4(particle.xyz, 1.0);
    vec4 there = projectionMatrix * mvPosition;
    float seen = 2.0 * particle.w * pixelsPerMeter(there);
    gl_PointSize = clamp(seen, ${LEAST.toFixed(1)}, ${LARGEST.toFixed(1)});
    // smaller than a point can be is dimmer
    float dim = min(1.0, seen * seen / (${LEAST.toFixed(1)} * ${LEAST.toFixed(1)}));
    float heat = fresh * fresh;
    vec3 color = spark
      ? mix(mix(colors[kind], vec3(1.0, 0.48, 0.14), 0.75), vec3(1.0, 0.93, 0.78), heat)
      : mix(colors[kind], vec3(1.0), 0.5 * heat * heat * heat);
    if (fastest > 0.0) {
      float speed = speedAt(vec3(vx, vy, vz), kind, max(fresh, 1e-6));
      color = texture2D(scale, vec2(speed / fastest, 0.5)).rgb;
    }
    // what is left of a trail glimmers on
    float light = spark ? look.y : look.y * mix(0.35, 1.0, fresh);
    tint = vec4(color, light * dim);
    bool hidden = particle.w <= 0.0 || shown[kind] == 0.0;
    gl_Position = hidden ? ${NOWHERE} : there;
    ${VERTEX_END}
  }
`;

/** Particles that the threads have evaluated. */
export const RECORD_VERTEX = /* glsl */ `
  ${FLIGHT_SHADER}
  ${SPRITE_SHADER}
  attribute vec4 particle;
  attribute uint kind;
  void main() {
    place(particle, kind);
  }
`;

/** Particles of which only the births are there. */
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
 * How much of what is behind it a sprite covers. All light and no cover would burn out to white where
 * many lie over each other; this way they come to their own color, this much darker than the brightest.
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
