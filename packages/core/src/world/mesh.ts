import {
  createPlace,
  heightIn,
  isAtHeight,
  type MeshPlace,
  nearestInPolygon,
  nearestOnMesh,
  polygonAt,
} from '../path/mesh/mesh-place.ts';
import { levelsOf, type NavMesh } from '../path/mesh/nav-mesh.ts';
import type { Constants, State } from './layout.ts';
import type { SharedWorld } from './world.ts';

/** The columns of links. Each is a row of the constants. */
const LINK_COLUMNS = ['index', 'from', 'to', 'fromX', 'fromY', 'toX', 'toY', 'cost'] as const;

function rowOf<C extends (typeof LINK_COLUMNS)[number]>(column: C): `link${Capitalize<C>}` {
  return `link${column[0].toUpperCase()}${column.slice(1)}` as `link${Capitalize<C>}`;
}

/** Writes a mesh to the constants of a world. The world must have been planned with this mesh. */
export function writeMesh(constants: Constants, mesh: NavMesh): void {
  constants.meshFirst.set(mesh.first);
  constants.meshPart.set(mesh.part);
  constants.meshX.set(mesh.x);
  constants.meshY.set(mesh.y);
  constants.meshZ.set(mesh.z);
  constants.meshVertex.set(mesh.vertex);
  constants.meshNext.set(mesh.next);
  constants.meshWall.set(mesh.wall);
  constants.meshArea.set(mesh.area);
  for (const column of LINK_COLUMNS) constants[rowOf(column)].set(mesh.links[column]);
  constants.meshBinFirst.set(mesh.bins.first);
  constants.meshBinPolygon.set(mesh.bins.polygon);
}

const meshes = new WeakMap<Constants, NavMesh>();

/** The mesh of a world, as views of its shared memory. The world must have a mesh. */
export function meshIn({ plan, constants }: Pick<SharedWorld, 'plan' | 'constants'>): NavMesh {
  let mesh = meshes.get(constants);
  if (mesh === undefined) {
    const { polygons, vertices, flat, left, low, size, columns, rows, hair } = plan.mesh!;
    mesh = {
      polygons,
      vertices,
      flat,
      level: levelsOf({ polygons, first: constants.meshFirst, z: constants.meshZ }),
      hair,
      first: constants.meshFirst,
      part: constants.meshPart,
      x: constants.meshX,
      y: constants.meshY,
      z: constants.meshZ,
      vertex: constants.meshVertex,
      next: constants.meshNext,
      wall: constants.meshWall,
      area: constants.meshArea,
      links: {
        count: plan.mesh!.linkWays,
        index: constants.linkIndex,
        from: constants.linkFrom,
        to: constants.linkTo,
        fromX: constants.linkFromX,
        fromY: constants.linkFromY,
        toX: constants.linkToX,
        toY: constants.linkToY,
        cost: constants.linkCost,
      },
      bins: {
        left,
        low,
        size,
        columns,
        rows,
        first: constants.meshBinFirst,
        polygon: constants.meshBinPolygon,
      },
    };
    meshes.set(constants, mesh);
  }
  return mesh;
}

/**
 * Finds where the agent at place `i` of the front state stands on the mesh of its world: on the polygon that the state
 * holds for it, if the agent is still there, and otherwise at the nearest point.
 */
export function standInto(place: MeshPlace, world: SharedWorld, mesh: NavMesh, i: number): void {
  const { polygon, position } = world.front;
  const [x, y, z] = [position.x[i], position.y[i], position.z[i]];
  const held = world.plan.extras.polygon ? polygon[i] - 1 : -1;
  if (held >= 0) {
    nearestInPolygon(place, mesh, held, x, y);
    if (place.distance <= mesh.hair && isAtHeight(mesh, place, z)) return;
  }
  nearestOnMesh(place, mesh, x, y, z);
}

/** Puts the agent with a staged position at place `i` on the ground that is nearest below or above it, if there is any. */
export function standOn(world: SharedWorld, i: number): void {
  const { stagedPosition, stagedPolygon } = world.scratch;
  const { x, y, z } = stagedPosition;
  const mesh = meshIn(world);
  const polygon = polygonAt(mesh, x[i], y[i], z[i]);
  stagedPolygon[i] = polygon + 1;
  if (polygon >= 0) z[i] = heightIn(mesh, polygon, x[i], y[i]);
}

const from = createPlace();
const to = createPlace();

/** Where a directed link ends (m). */
export function endOfLink(mesh: NavMesh, link: number): Triple {
  const { to, toX, toY } = mesh.links;
  return [toX[link], toY[link], heightIn(mesh, to[link], toX[link], toY[link])];
}

/** Where the way of the agent at place `i` of a state begins (m): where it is, or at the end of the link that it is on. */
export function beginOfWay(world: SharedWorld, { position, link }: State, i: number): Triple {
  if (world.plan.extras.link && link[i] > 0) return endOfLink(meshIn(world), link[i] - 1);
  return [position.x[i], position.y[i], position.z[i]];
}

/** Whether a point (m) is on the mesh of a world, or at most `plan.mesh.reach` away from the mesh. */
export function isNearMesh(world: SharedWorld, x: number, y: number, z: number): boolean {
  const mesh = meshIn(world);
  nearestOnMesh(from, mesh, x, y, z);
  return from.distance <= world.plan.mesh!.reach + mesh.hair;
}

/** A point in space (m). */
export type Triple = readonly [x: number, y: number, z: number];

/**
 * Whether two points (m) count as the same goal. Both points must have the same nearest polygon. Also, either both
 * points are within `reach` of the mesh, or both points are beyond `reach`.
 */
export function isSamePolygon(world: SharedWorld, one: Triple, other: Triple): boolean {
  const mesh = meshIn(world);
  nearestOnMesh(from, mesh, ...one);
  nearestOnMesh(to, mesh, ...other);
  const { reach } = world.plan.mesh!;
  return from.polygon === to.polygon && from.distance <= reach === to.distance <= reach;
}
