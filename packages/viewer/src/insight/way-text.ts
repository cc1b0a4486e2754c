import type { Way } from '@skein/core/describe';

/** Describes the paths of an agent as text for the agent's card. The text is empty when there are no paths. */
export function wayText(ways: readonly Way[]): string {
  if (ways.length === 0) return '';
  const bends = ways.reduce((sum, { points, next }) => sum + points.length - next, 0);
  const ahead = `${bends} ${bends === 1 ? 'point' : 'points'} ahead`;
  if (ways.some(({ status }) => status === 'waiting'))
    return `${ahead}; waits to search for its path`;
  const blocked = ways.some(({ status }) => status === 'unreachable');
  return blocked ? `${ahead}; the goal cannot be reached` : ahead;
}
