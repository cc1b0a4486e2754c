import { defineLaw, exp, select, uint, vec3 } from '@skein/core/laws';

export const STATES = { susceptible: 0, infected: 1, recovered: 2 };

/** Is infected by neighbors within 1 m, recovers at a rate, and jumps anywhere in each step: well mixed. */
export const contagion = defineLaw({
  name: 'contagion',
  description: 'Catches the disease from neighbors, and recovers.',
  parameters: {
    infection: { unit: '1/s', default: 0.3, min: 0, max: 100, description: 'Rate per neighbor.' },
    recovery: { unit: '1/s', default: 0.25, min: 0, max: 100, description: 'Recovery rate.' },
    edge: { unit: 'm', default: 50, min: 0, max: 1e4, description: 'How far it goes in a step.' },
  },
  columns: { state: { type: 'u32', max: 2 } },
  // Uniform over the torus, so that each meeting is independent of earlier ones.
  velocity: ({ random, dt, parameters: { edge } }) =>
    vec3(random.uniform(1), random.uniform(2), 0).mul(edge.div(dt)),
  next({ self, neighbors, random, dt, parameters: { infection, recovery } }) {
    const near = neighbors.within(1).sum((other) => select(other.state.equal(1), 1, 0));
    const staysWell = exp(near.mul(infection).mul(dt).negate());
    const staysIll = exp(recovery.mul(dt).negate());
    const chance = random.uniform();
    const well = select(chance.lessThan(staysWell), uint(0), uint(1));
    const ill = select(chance.lessThan(staysIll), uint(1), uint(2));
    return { state: select(self.state.equal(0), well, select(self.state.equal(1), ill, uint(2))) };
  },
});

/**
 * An epidemic among walkers.
 *
 * source: Kermack and McKendrick 1927, Proc. R. Soc. A 115, 700: S' = -b S I / N, I' = b S I / N - g I, R' = g I
 */
export function epidemic({ count = 2500, ill = 25, seed = 1 } = {}) {
  const edge = Math.sqrt(count);
  const box = { min: [0, 0], max: [edge, edge] };
  const walkers = (name: string, of: number, state: number) => ({
    name,
    count: of,
    spawn: { type: 'box', ...box },
    columns: { state: { type: 'u32', max: 2, initial: { min: state, max: state } } },
    behaviors: [{ type: 'law:contagion', edge }],
  });
  return {
    name: 'epidemic',
    description: 'An epidemic among well-mixed walkers.',
    seed,
    dt: 0.02,
    dimensions: 2,
    bounds: { type: 'wrap', ...box },
    laws: [contagion],
    species: [
      walkers('susceptible', count - ill, STATES.susceptible),
      walkers('infected', ill, STATES.infected),
    ],
  };
}
