import { cos, defineLaw, sin, vec3 } from '@skein/core/laws';

/** Flashes once per turn of its phase, which is pulled toward the phases of visible fireflies. */
export const flash = defineLaw({
  name: 'flash',
  description: 'Turns its phase, and is pulled to that of its neighbors.',
  parameters: {
    rate: { unit: 'rad/s', default: 6, min: 0, max: 100, description: 'Mean rate.' },
    spread: { unit: 'rad/s', default: 0.3, min: 0, max: 10, description: 'Deviation of rates.' },
    coupling: { unit: 'rad/s', default: 2, min: 0, max: 100, description: 'Strength of the pull.' },
    reach: { unit: 'm', default: 4, min: 0.1, max: 100, description: 'How far light is seen.' },
  },
  columns: { phase: { type: 'f32', unit: 'rad', description: 'It flashes at 0.' } },
  next({ self, neighbors, random, dt, parameters: { rate, spread, coupling, reach } }) {
    const seen = neighbors.within(reach);
    const pull = seen.sum((other) => sin(other.phase.sub(self.phase))).div(seen.count().max(1));
    // Drawn for tick 0, so each firefly has a rate of its own that never changes.
    const own = rate.add(random.at(0).normal().mul(spread));
    const turned = self.phase.add(own.add(pull.mul(coupling)).mul(dt));
    return { phase: turned.mod(2 * Math.PI) };
  },
});

/** Points where the phase points. No firefly obeys it; the length of its mean measures how much they flash together. */
export const rhythm = defineLaw({
  name: 'rhythm',
  description: 'The direction of the phase, only to be measured.',
  columns: { phase: { type: 'f32', unit: 'rad' } },
  force: ({ self }) => vec3(cos(self.phase), sin(self.phase), 0),
});

/**
 * Fireflies that wander and begin to flash together: Kuramoto oscillators, each coupled to those it sees.
 *
 * source: Kuramoto 1975, Lect. Notes Phys. 39, 420; if all see all, the critical coupling is 2 / (pi g(0))
 */
export function fireflies({ count = 400, coupling = 2, spread = 0.3, seed = 1 } = {}) {
  const edge = Math.sqrt(count);
  const box = { min: [0, 0], max: [edge, edge] };
  return {
    name: 'fireflies',
    description: 'Fireflies that wander, see each other, and come to flash together.',
    seed,
    dimensions: 2,
    bounds: { type: 'wrap', ...box },
    laws: [flash, rhythm],
    species: [
      {
        name: 'firefly',
        count,
        maxSpeed: 2,
        spawn: { type: 'box', ...box, velocity: { speed: 1 } },
        columns: { phase: { type: 'f32', initial: { min: 0, max: 6.283185 } } },
        behaviors: [
          { type: 'wander', weight: 3 },
          { type: 'law:flash', coupling, spread },
        ],
      },
    ],
  };
}
