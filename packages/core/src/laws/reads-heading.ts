import { isPlace, type Law } from './law.ts';

/**
 * Returns whether a law reads the heading of the agent itself, of a neighbor, or of an agent that it aims at. Not every
 * world stores headings.
 */
export function readsHeading({ aim, nodes }: Law): boolean {
  const bodies = isPlace(aim) ? ['self'] : ['self', 'aim', 'second'];
  return nodes.some(([name, of, column]) => {
    const read = name === 'other' ? column : bodies.includes(name) ? of : '';
    return /^(heading|up)\./.test(String(read));
  });
}
