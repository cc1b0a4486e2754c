import type { Divergence } from '@skein/core/describe';

/** Returns a text that tells people where a run diverged. */
export function divergenceText(divergence: Divergence): string {
  const { tick, agreed, found, expected, difference, repeatable } = divergence;
  const lines = [`diverges at tick ${tick}; agreed up to tick ${agreed}`];
  if (difference === undefined || difference.tick !== tick) {
    lines.push(
      found === expected
        ? `  the hashes are equal (${found}), so the difference is in particles, events or pending commands`
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
  if (!repeatable) lines.push('  a second try agreed, so the difference was a one-time fault');
  return `${lines.join('\n')}\n`;
}
