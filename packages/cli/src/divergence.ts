import type { Divergence } from '@skein/core/describe';

/** Where a run went another way, for people. */
export function divergenceText(divergence: Divergence): string {
  const { tick, agreed, found, expected, difference, repeatable } = divergence;
  const lines = [`goes another way at tick ${tick}; agreed up to tick ${agreed}`];
  if (difference === undefined || difference.tick !== tick) {
    lines.push(
      found === expected
        ? `  all hashes are ${found}: what differs are particles, events or commands to come`
        : `  hash: found ${found}, expected ${expected}`,
    );
  }
  if (difference !== undefined) {
    const { column, agent, element, found: value, expected: wanted } = difference;
    const who = agent === undefined ? `element ${element}` : `agent ${agent}`;
    lines.push(
      `  tick ${difference.tick}, column ${column}, ${who}: found ${value}, expected ${wanted}`,
    );
  }
  if (!repeatable) lines.push('  a second try agreed: a fault, which does not come back by itself');
  return `${lines.join('\n')}\n`;
}
