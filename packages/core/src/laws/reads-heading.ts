import type { Law } from './law.ts';

const OF_BODIES: ReadonlySet<string> = new Set(['self', 'aim', 'second']);

/** Whether a law reads where bodies face, which not every world keeps: the agent's own, or that of its aim. */
export function readsHeading({ nodes }: Law): boolean {
  return nodes.some(([name, of]) => OF_BODIES.has(name) && /^(heading|up)\./.test(String(of)));
}
