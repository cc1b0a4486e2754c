import type { KeptColumn, Need } from '../behaviors/define-behavior.ts';
import type { AimKind, Law } from '../laws/law.ts';
import { type Behavior, definitionOf } from './behavior-types.ts';
import { lawOf } from './law-type.ts';

const NEED_OF_AIM: Readonly<Partial<Record<AimKind, Need>>> = {
  goal: 'goals',
  path: 'path',
  waypoint: 'path',
};

/** Returns what a type of behavior requires of its species or of the scenario. */
export function needsOf(type: Behavior['type'], laws: readonly Law[] | undefined): readonly Need[] {
  const law = lawOf(type, laws);
  if (law === undefined) return definitionOf(type)?.needs ?? [];
  const readsSpeed = law.nodes.some(([node, of]) => node === 'self' && of === 'maxSpeed');
  const place = NEED_OF_AIM[law.aim];
  return [...(readsSpeed ? (['maxSpeed'] as const) : []), ...(place === undefined ? [] : [place])];
}

/** Returns the columns in which a type of behavior stores data of its agents between ticks. */
export function keptBy(
  type: Behavior['type'],
  laws: readonly Law[] | undefined,
): readonly KeptColumn[] {
  const law = lawOf(type, laws);
  if (law === undefined) return definitionOf(type)?.keeps ?? [];
  return law.aim === 'waypoint' ? ['waypoint'] : [];
}
