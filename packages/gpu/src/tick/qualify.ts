import { type InnerWorld, isPlace, scheduleOf, type WorkedLaw } from '@skein/core/internal';

/**
 * Returns why a world cannot be stepped on the card, as what was found and where; undefined if it can.
 */
export function reasonAgainst({ plan, scenario }: InnerWorld): string | undefined {
  const has: readonly (readonly [unknown, string])[] = [
    [plan.map, 'map'],
    [plan.mesh, 'mesh'],
    [plan.heights, 'heights'],
    [plan.obstacles.capacity, 'obstacles'],
    [plan.launchers.length, 'launchers'],
    [plan.births, 'births'],
    [plan.hasStates, 'states'],
    [plan.reports, 'reports'],
    [plan.particles, 'particles'],
  ];
  const found = has.find(([one]) => Boolean(one));
  if (found !== undefined) return `the scenario has "${found[1]}"`;
  const deposits = plan.scalars.filter(({ deposit }) => deposit >= 0);
  if (deposits.length > MOST_DEPOSITS) return `agents deposit into ${deposits.length} fields`;
  for (const [index, { name, behaviors, count, life, slerp }] of plan.species.entries()) {
    const { lifetime } = scenario.species[index];
    if (lifetime !== undefined || life?.ends) return `agents of species "${name}" can end`;
    if (slerp) return `species "${name}" turns by slerp`;
    for (const behavior of behaviors) {
      const { law, type, second, assignable } = behavior;
      const own = `behavior "${type}" of species "${name}"`;
      if (law < 0 || assignable) return own;
      const { aim, nodes } = plan.laws[law].law;
      if (isPlace(aim) && aim !== 'goal') return own;
      const aims = aim === 'none' ? [] : second === undefined ? [behavior] : [behavior, second];
      for (const { quarry, tree } of aims) {
        if (quarry < 0) continue;
        if (tree < 0) return `${own}, which pursues one after the other`;
        if (count * plan.species[quarry].count > MOST_PAIRS) return `${own}, among so many agents`;
      }
      if (reachesByTick(nodes)) return `${own}, whose radius depends on the tick`;
      const laws = [behavior, behavior.staging ?? behavior].map((one) => plan.laws[one.law].law);
      if (laws.some(looksByForce)) return `${own}, which looks around by its force`;
    }
  }
  const extra = Object.entries(plan.extras).find(
    ([one, isThere]) => isThere && !BODIES.includes(one),
  );
  return extra && `the world keeps "${extra[0]}" for each agent`;
}

/** The maximum number of pairs of hunters and their quarries, which are compared one by one. */
const MOST_PAIRS = 1_000_000;
/** The maximum number of fields into which agents deposit: code on the card has eight buffers. */
const MOST_DEPOSITS = 4;
/** The columns of the engine that the card has. */
const BODIES: readonly string[] = ['acceleration', 'heading', 'up', 'goal'];

/** Whether a law reads the force of the behaviors before it in order to look around. All walks come before all forces. */
function looksByForce(law: WorkedLaw): boolean {
  const early = scheduleOf(law).slice(0, -1);
  return early.some(({ agents }) =>
    agents.some((at) => law.nodes[at][0] === 'self' && `${law.nodes[at][1]}`.startsWith('force.')),
  );
}

/** Whether a radius or a view in a law can change with the tick. */
function reachesByTick(nodes: readonly (readonly unknown[])[]): boolean {
  const changing = new Set<number>();
  nodes.forEach(([name, ...rest], at) => {
    const isTick = name === 'world' && rest[0] === 'tick';
    if (isTick || rest.some((one) => changing.has(one as number))) changing.add(at);
  });
  return nodes.some(([name], at) => name === 'neighbors' && changing.has(at));
}
