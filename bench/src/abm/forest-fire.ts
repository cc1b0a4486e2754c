import { parseScenario, type Scenario } from '@skein/core';
import { defineLaw, select, uint } from '@skein/core/laws';

export const [EMPTY, GREEN, BURNING, BURNT] = [0, 1, 2, 3];

/** The parameters of the model in the size that the comparison of ABM frameworks calls "small". */
export const FOREST = { edge: 100, density: 0.7 } as const;

const tree = defineLaw({
  name: 'tree',
  description:
    'Catches fire from a burning tree in one of the four adjacent cells, burns for a step, then stays burnt.',
  columns: { stage: { type: 'u32', max: BURNT } },
  next({ self, neighbors }) {
    // Trees are 1 m apart, and 1.4 m across.
    const isLit = neighbors.within(1.2).any((other) => other.stage.equal(BURNING));
    const next = select(self.stage.equal(GREEN).and(isLit), uint(BURNING), self.stage);
    return { stage: select(self.stage.equal(BURNING), uint(BURNT), next) };
  },
});

/**
 * Chooses the initial stage of each cell, row by row. The trees in the left-most column burn.
 *
 * @param random returns a number from 0 to 1; it is called for each cell in turn
 */
export function firstStages(
  { edge, density }: { readonly edge: number; readonly density: number },
  random: () => number,
): number[] {
  return Array.from({ length: edge * edge }, (_, cell) => {
    const stage = random() < density ? GREEN : EMPTY;
    return cell % edge === 0 ? BURNING : stage;
  });
}

/**
 * Creates the scenario of "forest fire", a model from the comparison of ABM frameworks. Only cells with a tree have an
 * agent.
 *
 * source: JuliaDynamics, ABMFrameworksComparison, ForestFire/DECLARATION.md
 */
export function forestFire(edge: number, stages: readonly number[]): Scenario {
  // A list of numbers has at most 4,096 entries, so each stage gets its own species.
  const trees = (name: string, stage: number) => {
    const cells = stages.flatMap((one, cell) => (one === stage ? [cell] : []));
    const positions = cells.map((cell) => [cell % edge, Math.floor(cell / edge)]);
    return {
      name,
      count: cells.length,
      spawn: { type: 'points', positions },
      columns: { stage: { type: 'u32', default: stage } },
      behaviors: [{ type: 'law:tree' }],
    };
  };
  return parseScenario(
    {
      name: 'forest-fire',
      dt: 1,
      dimensions: 2,
      species: [trees('green', GREEN), trees('burning', BURNING)],
    },
    { laws: [tree] },
  );
}
