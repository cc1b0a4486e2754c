import { defineLaw, float, type LawParameter, select } from '@skein/core/laws';

const pull = (value: number, row: string, column: string): LawParameter => ({
  unit: 'N',
  default: value,
  min: -1e6,
  max: 1e6,
  description: `How strongly species ${row} is drawn to species ${column}; repelled, if below 0.`,
});

/**
 * Three species that attract or repel each other by a matrix, which may be asymmetric: one species can chase another
 * that flees from it. Inside the core, all repel each other. Outside, the pull rises to its matrix value halfway to the
 * radius, and falls to 0 at the radius. Give the species some `damping`, or they never come to rest. Species are
 * numbered in the order of the scenario; from the fourth on, they behave as the third.
 *
 * source: Ventrella 2017, Clusters; the shape of the force is that of Mohr 2022, Particle Life
 */
export const particleLife = defineLaw({
  name: 'particleLife',
  description: 'Draws and repels by a matrix of species.',
  parameters: {
    radius: { unit: 'm', default: 6, min: 1e-3, max: 1e5, description: 'How far it looks.' },
    core: {
      unit: '1',
      default: 0.3,
      min: 0.01,
      max: 0.99,
      description: 'Share of the radius within which all repel each other.',
    },
    push: { unit: 'N', default: 10, min: 0, max: 1e6, description: 'Repulsion at no distance.' },
    pull00: pull(3, '0', '0'),
    pull01: pull(2, '0', '1'),
    pull02: pull(-1, '0', '2'),
    pull10: pull(-2, '1', '0'),
    pull11: pull(3, '1', '1'),
    pull12: pull(2, '1', '2'),
    pull20: pull(2, '2', '0'),
    pull21: pull(-2, '2', '1'),
    pull22: pull(3, '2', '2'),
  },
  force({ self, neighbors, parameters }) {
    const { radius, core, push, ...p } = parameters;
    const first = self.species.equal(0);
    const second = self.species.equal(1);
    // The row of the matrix depends only on the agent itself, so it is computed once, not for each neighbor.
    const to0 = select(first, p.pull00, select(second, p.pull10, p.pull20));
    const to1 = select(first, p.pull01, select(second, p.pull11, p.pull21));
    const to2 = select(first, p.pull02, select(second, p.pull12, p.pull22));
    return neighbors.within(radius).sum((other) => {
      const share = other.distance.div(radius);
      const most = select(other.species.equal(0), to0, select(other.species.equal(1), to1, to2));
      const tent = float(1).sub(share.mul(2).sub(1).sub(core).abs().div(float(1).sub(core)));
      const repelled = share.div(core).sub(1).mul(push);
      return other.offset.withLength(select(share.lessThan(core), repelled, most.mul(tent)));
    });
  },
});
