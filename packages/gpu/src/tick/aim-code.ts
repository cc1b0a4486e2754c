import { type AimColumn, aimsOf, type InnerWorld, speciesSlotOf } from '@skein/core/internal';
import { AXES, wgslBits, wgslSquared } from '../wgsl.ts';
import { AIM, AIM_KIND, type NumberPlaces, TARGET } from './numbers.ts';
import type { Planes } from './planes.ts';
import { type Act, aimKindOf } from './program.ts';
import { PROGRESS } from './progress.ts';

/** The type `Aim`, and the function `aimOf`, which finds an aim of an agent. `at` is where the numbers of the aim are. */
export function aimFunctions(world: InnerWorld, planes: Planes, places: NumberPlaces): string {
  const { grid } = world.plan;
  const aims = places.program.units.flatMap(({ sample }) => sample.aims);
  if (aims.length === 0) return '';
  const kinds = aims.map(aimKindOf);
  const bands = aims.some(({ slots }) => slots.includes('from'));
  const target = `
  if (numbers[at] == ${AIM_KIND.target}u) {
    aim.at = numbers[at + ${AIM.target}u] + ${places.targetWords}u * atomicLoad(&progress[${PROGRESS.done}]);
    aim.isFound = true;
    for (var axis = 0u; axis < 3u; axis++) { point[axis] = fOf(numbers[aim.at + axis]); }
  }`;
  const turns = AXES.map((axis, k) => {
    const turn = `turn${axis.toUpperCase()}`;
    return grid.edge[k] > 0
      ? `for (var ${turn} = -1; ${turn} <= 1; ${turn}++) {`
      : `{ let ${turn} = 0;`;
  });
  const ways = AXES.map((axis, k) => {
    const A = axis.toUpperCase();
    const shift = `shiftOf(turn${A}, edge[${k}])`;
    const from = grid.edge[k] > 0 ? `fSub(own[${k}], ${shift})` : `own[${k}]`;
    return `let way${A} = fSub(fOf(${planes.front(`position.${axis}`, 'j')}), ${from});`;
  });
  const isLower = `${planes.front('id', 'j')} < ${planes.front('id', 'aim.at')}`;
  const quarry = `
  if (numbers[at] == ${AIM_KIND.quarry}u) {
    var least = fOf(numbers[at + ${AIM.squaredSight}u]);
    let wanted = numbers[at + ${AIM.species}u] | 0x100u;
    let stop = cellStart[numbers[at + ${AIM.lastRow}u]];
    for (var j = cellStart[numbers[at + ${AIM.firstRow}u]]; j < stop; j++) {
      if (j == i || (kinds[j] & 0xffffu) != wanted) { continue; }
      ${turns.join(' ')}
        ${ways.join('\n        ')}
        let squared = ${wgslSquared('wayX', 'wayY', 'wayZ')};
        let isAsNear = fEqual(squared, least) && (!aim.isFound || ${isLower});
        if (fLess(squared, least) || isAsNear) { least = squared; aim.at = j; aim.isFound = true; }
      }}}
    }
    if (aim.isFound) {
      ${AXES.map((axis, k) => `point[${k}] = fOf(${planes.front(`position.${axis}`, 'aim.at')});`).join(' ')}
    }
  }`;
  const goal = `
  if (numbers[at] == ${AIM_KIND.goal}u) {
    aim.isFound = true;
    ${AXES.map((axis, k) => `point[${k}] = fOf(${planes.front(`goal.${axis}`)});`).join(' ')}
  }`;
  const band = `
  let way = fSqrt(${wgslSquared('aim.offset[0]', 'aim.offset[1]', 'aim.offset[2]')});
  let isOutside = fLess(way, fOf(numbers[at + ${AIM.from}u])) || fLess(fOf(numbers[at + ${AIM.to}u]), way);
  aim.isFound = aim.isFound && !isOutside;`;
  const isTorus = grid.edge.some((edge) => edge > 0);
  const way = 'fSub(point[axis], start[axis])';
  return `
struct Aim {
  isFound: bool,
  // The place of the agent, or of the numbers of the target.
  at: u32,
  // By the shortest way.
  offset: array<F, 3>,
}

fn aimOf(i: u32, own: array<F, 3>, at: u32) -> Aim {
  var aim: Aim;
  var edge = array<u32, 3>(${grid.edge.map((one) => wgslBits(one)).join(', ')});
  // WGSL does not index a parameter by a variable.
  var start = own;
  var point = own;
  ${kinds.includes('target') ? target : ''}
  ${kinds.includes('quarry') ? quarry : ''}
  ${kinds.includes('goal') ? goal : ''}
  for (var axis = 0u; axis < 3u; axis++) {
    aim.offset[axis] = ${isTorus ? `shortest(${way}, fOf(edge[axis]))` : way};
  }
  ${bands ? band : ''}
  return aim;
}`;
}

/** The condition for the law of an act to act. */
export function actsCode(
  world: InnerWorld,
  { behavior }: Act,
  nameOf: (nth: number) => string,
): string {
  const plans = aimsOf(world.plan.laws[behavior.law].law);
  const needed = plans.flatMap(({ isOptional }, nth) =>
    isOptional ? [] : [`${nameOf(nth)}.isFound`],
  );
  return ['true', ...needed].join(' & ');
}

/** WGSL of the bits of a column of an aim of an act, whose numbers begin at `at`. */
export function aimColumn(
  planes: Planes,
  places: NumberPlaces,
  kind: ReturnType<typeof aimKindOf>,
  aim: string,
  at: string,
  column: AimColumn,
): string {
  if (column === 'found') return `select(0u, 1u, ${aim}.isFound)`;
  const [name, axis] = column.split('.');
  const k = 'xyz'.indexOf(axis);
  if (name === 'offset') return `fBits(${aim}.offset[${k}])`;
  if (kind === 'goal') return '0u';
  if (kind === 'quarry') {
    if (column === 'radius') {
      return places.numberOfSpecies(`numbers[${at} + ${AIM.species}u]`, speciesSlotOf('radius'));
    }
    return planes.has(column) ? planes.front(column, `${aim}.at`) : '0u';
  }
  if (column === 'radius') return `numbers[${at} + ${AIM.radius}u]`;
  if (name !== 'velocity' && name !== 'acceleration') return '0u';
  return `numbers[${aim}.at + ${TARGET[name] + k}u]`;
}
