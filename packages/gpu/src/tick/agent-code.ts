import type { InnerWorld } from '@skein/core/internal';
import { arithmetic, type Layer, leavesSome } from '../arithmetic.ts';
import { AXES } from '../wgsl.ts';
import { aimFunctions } from './aim-code.ts';
import { bodyCode, bodyFunctions } from './body-code.ts';
import { gridFunctions } from './grid-code.ts';
import { motionCode } from './motion-code.ts';
import type { NumberPlaces } from './numbers.ts';
import type { Planes } from './planes.ts';
import { NONE, PROGRESS, ROW, WORKGROUP } from './progress.ts';
import { steerCode } from './steer-code.ts';

/**
 * What becomes of agents that the flag layer leaves: `repeat` computes only these, `leave` marks them for it, and `alarm`
 * stops before the tick.
 */
export type Left = 'repeat' | 'leave' | 'alarm';

/**
 * Returns the code that steers and moves each agent of the front state. It writes the staged planes, and in `keys` the
 * row of the grid of each agent, followed by the marks of those that are left to the soft layer. If something happens to
 * an agent that the CPU must deal with, it sounds the alarm for the present tick.
 *
 * Bindings: the opaque numbers, `numbers`, `front`, `kinds`, `cellStart`, `staged`, `keys` and `progress`.
 */
export function agentCode(
  world: InnerWorld,
  planes: Planes,
  places: NumberPlaces,
  layer: Layer,
  left: Left,
): string {
  const { agents, dimensions, extras, grid, species } = world.plan;
  const isFlat = dimensions === 2;
  const mark = `keys[${agents}u + i]`;
  const alarm = `atomicMin(&progress[${PROGRESS.alarm}], tick);`;
  const ask = left === 'alarm' ? `atomicStore(&progress[${PROGRESS.bad}], 1u); ${alarm}` : '';
  const leave = leavesSome(layer)
    ? `${mark} = select(0u, 1u, fBad); if (fBad) { ${ask} return; }`
    : '';
  const position = AXES.map((axis) => planes.front(`position.${axis}`));
  const moved = AXES.flatMap((axis) => {
    const A = axis.toUpperCase();
    return [
      `${planes.next(`position.${axis}`)} = fBits(new${A});`,
      `${planes.next(`velocity.${axis}`)} = fBits(velocity${A});`,
    ];
  });
  const numbers = AXES.flatMap((axis) => [
    `new${axis.toUpperCase()}`,
    `velocity${axis.toUpperCase()}`,
  ]);
  const sound = numbers.map((one) => `((fBits(${one}) & 0x7f800000u) != 0x7f800000u)`);
  return `${arithmetic(layer)}
@group(0) @binding(1) var<storage, read> numbers: array<u32>;
@group(0) @binding(2) var<storage, read> front: array<u32>;
@group(0) @binding(3) var<storage, read> kinds: array<u32>;
@group(0) @binding(4) var<storage, read> cellStart: array<u32>;
@group(0) @binding(5) var<storage, read_write> staged: array<u32>;
@group(0) @binding(6) var<storage, read_write> keys: array<u32>;
@group(0) @binding(7) var<storage, read_write> progress: array<atomic<u32>>;
var<private> isUnsure = false;
${gridFunctions(world)}
${extras.heading ? bodyFunctions(dimensions) : ''}
${aimFunctions(world, planes, places)}
@compute @workgroup_size(${WORKGROUP}) fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x + ${WORKGROUP * ROW}u * id.y;
  if (i >= ${agents}u || atomicLoad(&progress[${PROGRESS.alarm}]) != ${NONE}u) { return; }
  ${left === 'repeat' ? `if (${mark} == 0u) { return; }` : ''}
  let tick = atomicLoad(&progress[${PROGRESS.tick}]);
  let kind = kinds[i];
  let species = kind & 255u;
  let status = (kind >> 8u) & 255u;
  ${planes.staged.map(({ name }) => `${planes.next(name)} = ${planes.front(name)};`).join('\n  ')}
  let ownX = fOf(${position[0]});
  let ownY = fOf(${position[1]});
  let ownZ = ${isFlat ? 'fConst(0u)' : `fOf(${position[2]})`};
  var own = array<F, 3>(ownX, ownY, ownZ);
  if (status != 1u) {
    ${isFlat ? `${planes.next('position.z')} = 0u; ${planes.next('velocity.z')} = 0u;` : ''}
    // The dead have rows after the cells; those whose index has had its last life, the last row.
    var row = select(${grid.cells}u + species, ${grid.cells + species.length}u, (kind >> 16u) != 0u);
    if (status != 0u) { row = cellOf(species, own); }
    ${leave}
    keys[i] = row;
    return;
  }
  var forceX = fConst(0u);
  var forceY = fConst(0u);
  var forceZ = fConst(0u);
  ${steerCode(world, planes, places)}
  ${motionCode(world, planes, places)}
  ${bodyCode(world, planes, places)}
  let isSound = ${sound.join(' & ')};
  let row = cellOf(species, array<F, 3>(newX, newY, newZ));
  ${leave}
  if (isUnsure || !isSound) { ${alarm} return; }
  ${moved.join('\n  ')}
  keys[i] = row;
}`;
}
