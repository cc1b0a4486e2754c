/**
 * An agent whose drag makes it faster and faster. Damping above 2/dt reverses the velocity in each tick. Here, each
 * tick also makes the agent 15.7 times as fast. Once the agent is farther away than 1e30 m, the drag is removed.
 */
export const RUNAWAY = { ticks: 24, distance: 1e30 } as const;

export function runaway() {
  const species = {
    name: 'runaway',
    count: 1,
    spawn: { type: 'points', positions: [[0, 0, 0]], velocities: [[1e5, 1e5, 1e5]] },
    damping: 1000,
  };
  const commands = [
    { tick: RUNAWAY.ticks - 2, type: 'set', species: 'runaway', parameter: 'damping', value: 0 },
  ];
  return { species, dt: 1 / 60, commands };
}
