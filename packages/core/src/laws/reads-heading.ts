import type { Law } from './law.ts';

/** Whether a law reads where bodies face, which not every world keeps: the agent's own, or that of its aim. */
export function readsHeading({ nodes }: Law): boolean {
  return nodes.some(
    ([name, of]) => (name === 'self' || name === 'aim') && /^(heading|up)\./.test(String(of)),
  );
}
