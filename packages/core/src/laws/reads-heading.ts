import { isPlace, type Law } from './law.ts';

/** Whether a law reads where bodies face, which not every world keeps: the agent's own, or that of an agent it is aimed at. */
export function readsHeading({ aim, nodes }: Law): boolean {
  const bodies = isPlace(aim) ? ['self'] : ['self', 'aim', 'second'];
  return nodes.some(([name, of]) => bodies.includes(name) && /^(heading|up)\./.test(String(of)));
}
