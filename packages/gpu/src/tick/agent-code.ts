import { depositPlane, type InnerWorld } from '@skein/core/internal';
import { arithmetic, type Layer, leavesSome } from '../arithmetic.ts';
import { AXES } from '../wgsl.ts';
import { aimFunctions } from './aim-code.ts';
import { bodyCode, bodyFunctions } from './body-code.ts';
import { depositCode } from './field-code.ts';
import { cellPlane, depositedOf } from './fields.ts';
import { gridFunctions } from './grid-code.ts';
import { motionCode } from './motion-code.ts';
import type { NumberPlaces } from './numbers.ts';
import type { Planes } from './planes.ts';
import { MET, mostLeft, NONE, PROGRESS, ROW, SAMPLE, WORKGROUP } from './progress.ts';
import { steerCode } from './steer-code.ts';

/**
 * What the code is for: `steer` computes all agents, and marks those that it leaves. `check` computes those, and compares
 * a sample of the others.
 */
export type Purpose = 'steer' | 'check';

/**
 * Returns the code that steers and moves each agent of the front state in a range. It writes the staged planes, and in
 * `keys` the row of the grid of each agent, followed by the marks of those that are left to the soft layer. If something
 * happens to an agent that the CPU must deal with, it sounds the alarm for the present tick.
 *
 * Bindings: the opaque numbers, `numbers`, `front`, `kinds`, `cellStart`, `staged`, `keys`, `progress`, `range` and, if there are any, the
 * fields.
 */
export function agentCode(
  world: InnerWorld,
  planes: Planes,
  places: NumberPlaces,
  layer: Layer,
  purpose: Purpose,
): string {
  const { agents, dimensions, extras, grid, species } = world.plan;
  const isFlat = dimensions === 2;
  const hasFields = world.plan.scalars.length > 0;
  const deposited = depositedOf(world);
  const mark = `keys[${agents}u + i]`;
  const alarm = `atomicMin(&progress[${PROGRESS.alarm}], tick);`;
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
  const staged = planes.stagedNames.map((name) => [planes.staging(name), planes.next(name)]);
  const write = `${staged.map(([to, from]) => `${to} = ${from};`).join('\n  ')}\n  keys[i] = row;`;
  const leave = `
  ${mark} = select(0u, 1u, fBad);
  if (fBad) {
    atomicAdd(&progress[${PROGRESS.left}], 1u);
    if (atomicLoad(&progress[${PROGRESS.hasCheck}]) == 0u) { ${alarm} }
    return;
  }`;
  const isWritten = {
    steer: `${leavesSome(layer) ? leave : ''}
  if (isUnsure || !isSound) { ${alarm} return; }
  atomicAdd(&progress[${MET}u + i / ${WORKGROUP}u], min(met, 0x3ffffu));
  ${write}`,
    check: `
  if (isUnsure || !isSound) { ${alarm} return; }
  if (isLeft) {
  ${write}
  } else if (${[...staged, ['keys[i]', 'row']].map(([to, from]) => `${to} != ${from}`).join(' || ')}) {
    atomicMin(&progress[${PROGRESS.differs}], i);
    ${alarm}
  }`,
  };
  return `${arithmetic(layer)}
@group(0) @binding(1) var<storage, read> numbers: array<u32>;
@group(0) @binding(2) var<storage, read> front: array<u32>;
@group(0) @binding(3) var<storage, read> kinds: array<u32>;
@group(0) @binding(4) var<storage, read> cellStart: array<u32>;
@group(0) @binding(5) var<storage, read_write> staged: array<u32>;
@group(0) @binding(6) var<storage, read_write> keys: array<u32>;
@group(0) @binding(7) var<storage, read_write> progress: array<atomic<u32>>;
// The first place and the end.
@group(0) @binding(8) var<uniform> range: vec4u;
${hasFields ? '@group(0) @binding(9) var<storage, read> fields: array<u32>;' : ''}
var<private> isUnsure = false;
${gridFunctions(world)}
${extras.heading ? bodyFunctions(dimensions) : ''}
${aimFunctions(world, planes, places)}
@compute @workgroup_size(${WORKGROUP}) fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = range.x + id.x + ${WORKGROUP * ROW}u * id.y;
  if (i >= range.y || atomicLoad(&progress[${PROGRESS.alarm}]) != ${NONE}u) { return; }
  let tick = atomicLoad(&progress[${PROGRESS.tick}]);
  ${purpose === 'check' ? checkedCode(agents, planes, mark, alarm) : ''}
  let kind = kinds[i];
  let species = kind & 255u;
  let status = (kind >> 8u) & 255u;
  ${planes.staged.map(({ name }) => `var ${planes.next(name)} = ${planes.front(name)};`).join('\n  ')}
  ${deposited.map(({ name, count }) => `var ${planes.next(depositPlane(name))} = 0u; var ${planes.next(cellPlane(name))} = ${count}u;`).join('\n  ')}
  let ownX = fOf(${position[0]});
  let ownY = fOf(${position[1]});
  let ownZ = ${isFlat ? 'fConst(0u)' : `fOf(${position[2]})`};
  var own = array<F, 3>(ownX, ownY, ownZ);
  var point = own;
  var met = 0u;
  var isSound = true;
  // The dead have rows after the cells; those whose index has had its last life, the last row.
  var row = select(${grid.cells}u + species, ${grid.cells + species.length}u, (kind >> 16u) != 0u);
  if (status == 1u) {
    var forceX = fConst(0u);
    var forceY = fConst(0u);
    var forceZ = fConst(0u);
    ${steerCode(world, planes, places)}
    ${motionCode(world, planes, places)}
    ${bodyCode(world, planes, places)}
    ${depositCode(world, planes).join('\n    ')}
    isSound = ${sound.join(' & ')};
    point = array<F, 3>(newX, newY, newZ);
    ${moved.join('\n    ')}
  }${isFlat ? ` else { ${planes.next('position.z')} = 0u; ${planes.next('velocity.z')} = 0u; }` : ''}
  if (status != 0u) { row = cellOf(species, point); }
  ${isWritten[purpose]}
}`;
}

/** Chooses the agents that the soft layer computes. */
function checkedCode(agents: number, planes: Planes, mark: string, alarm: string): string {
  return `
  let isLeft = ${mark} != 0u;
  if (atomicLoad(&progress[${PROGRESS.left}]) > ${mostLeft(agents)}u) { ${alarm} return; }
  if (!isLeft && ((${planes.front('id')} ^ tick) & ${SAMPLE - 1}u) != 0u) { return; }`;
}
