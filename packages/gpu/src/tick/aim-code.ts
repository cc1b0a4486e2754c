import {
  type AimColumn,
  aimsOf,
  type BehaviorPlan,
  type InnerWorld,
  speciesSlotOf,
} from '@skein/core/internal';
import { AXES, wgslBits, wgslNumber, wgslSquared } from '../wgsl.ts';
import { type NumberPlaces, TARGET } from './numbers.ts';
import type { Planes } from './planes.ts';
import { PROGRESS } from './progress.ts';

/** The aims of a law, for one agent. */
export interface AimCode {
  /** Statements that find the aims. All their names begin with `aim`. */
  readonly statements: string;
  /** The condition for the law to act. */
  readonly acts: string;
  /** The bits of a column of an aim. */
  readonly column: (nth: 0 | 1, column: AimColumn) => string;
}

export function aimCode(
  world: InnerWorld,
  planes: Planes,
  places: NumberPlaces,
  behavior: BehaviorPlan,
): AimCode {
  const plans = aimsOf(world.plan.laws[behavior.law].law);
  const aims = [behavior, behavior.second!].slice(0, plans.length);
  const found = aims.map((one, nth) =>
    one.target >= 0
      ? targetCode(world, places, one, nth)
      : quarryCode(world, planes, places, one, nth),
  );
  if (aims.length === 1) found.push(bandCode(places, behavior));
  const needed = plans.flatMap(({ isOptional }, nth) => (isOptional ? [] : [`aimFound${nth}`]));
  return {
    statements: found.join('\n'),
    acts: ['true', ...needed].join(' & '),
    column: (nth, column) => columnOf(world, planes, places, aims[nth], nth, column),
  };
}

/** The offset from the agent to a point, by the shortest way. */
function offsetCode({ plan }: InnerWorld, nth: number, pointOf: (axis: number) => string): string {
  return AXES.map((axis, k) => {
    const way = `fSub(fOf(${pointOf(k)}), own${axis.toUpperCase()})`;
    return `let aim${nth}${axis} = shortest(${way}, ${wgslNumber(plan.grid.edge[k])});`;
  }).join('\n');
}

function targetCode(
  world: InnerWorld,
  places: NumberPlaces,
  { target }: BehaviorPlan,
  nth: number,
): string {
  const done = `atomicLoad(&progress[${PROGRESS.done}])`;
  return `
let aimAt${nth} = ${places.target(target)}u + ${places.targetWords}u * ${done};
var aimFound${nth} = true;
${offsetCode(world, nth, (k) => `numbers[aimAt${nth} + ${TARGET.position + k}u]`)}`;
}

/** Compares the agent with all of the quarry's species. This is only done where these are few. */
function quarryCode(
  world: InnerWorld,
  planes: Planes,
  places: NumberPlaces,
  behavior: BehaviorPlan,
  nth: number,
): string {
  const { grid } = world.plan;
  const { start, cells } = grid.layers[grid.layerOf[behavior.quarry]];
  const [at, least, found] = [`aimAt${nth}`, `aimLeast${nth}`, `aimFound${nth}`];
  const images = AXES.map((axis, k) => {
    const turn = `turn${axis.toUpperCase()}`;
    return grid.edge[k] > 0
      ? `for (var ${turn} = -1; ${turn} <= 1; ${turn}++) {`
      : `{ let ${turn} = 0;`;
  });
  const ways = AXES.map((axis, k) => {
    const A = axis.toUpperCase();
    const from = `fSub(own${A}, shiftOf(turn${A}, ${wgslBits(grid.edge[k])}))`;
    return `let way${A} = fSub(fOf(${planes.front(`position.${axis}`, 'j')}), ${from});`;
  });
  const isLower = `${planes.front('id', 'j')} < ${planes.front('id', at)}`;
  return `
var ${found} = false;
var ${at} = 0u;
var ${least} = fOf(numbers[${places.sight(behavior)}]);
{
  let stop = cellStart[${start + cells}];
  for (var j = cellStart[${start}]; j < stop; j++) {
    if (j == i || (kinds[j] & 0xffffu) != ${behavior.quarry | 0x100}u) { continue; }
    ${images.join(' ')}
      ${ways.join('\n      ')}
      let squared = ${wgslSquared('wayX', 'wayY', 'wayZ')};
      let isAsNear = fEqual(squared, ${least}) && (!${found} || ${isLower});
      if (fLess(squared, ${least}) || isAsNear) { ${least} = squared; ${at} = j; ${found} = true; }
    }}}
  }
}
${offsetCode(world, nth, (k) => planes.front(`position.${AXES[k]}`, at))}`;
}

/** A law with one aim acts only in its range of distances. */
function bandCode(places: NumberPlaces, { slots, index }: BehaviorPlan): string {
  if (!slots.includes('from')) return '';
  const limit = (name: string): string =>
    `fOf(numbers[${places.behavior(index) + slots.indexOf(name)}])`;
  return `
{
  let way = fSqrt(${wgslSquared('aim0x', 'aim0y', 'aim0z')});
  aimFound0 = aimFound0 && !(fLess(way, ${limit('from')}) || fLess(${limit('to')}, way));
}`;
}

function columnOf(
  { plan }: InnerWorld,
  planes: Planes,
  places: NumberPlaces,
  { target, quarry }: BehaviorPlan,
  nth: 0 | 1,
  column: AimColumn,
): string {
  if (column === 'found') return `select(0u, 1u, aimFound${nth})`;
  const [name, axis] = column.split('.');
  if (name === 'offset') return `fBits(aim${nth}${axis})`;
  if (target < 0) {
    if (column === 'radius') return places.numberOfSpecies(quarry, speciesSlotOf('radius'));
    return planes.has(column) ? planes.front(column, `aimAt${nth}`) : '0u';
  }
  if (column === 'radius') return wgslBits(plan.targets[target].radius);
  if (name !== 'velocity' && name !== 'acceleration') return '0u';
  return `numbers[aimAt${nth} + ${TARGET[name] + 'xyz'.indexOf(axis)}u]`;
}
