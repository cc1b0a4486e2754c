import { buildMesh } from '../path/mesh/build-mesh.ts';
import type { NavMesh } from '../path/mesh/nav-mesh.ts';
import type { MeshInput, Scenario, Species } from './schema.ts';

/** What a part of a scenario needs to find ways, and what a scenario without it lacks. */
export const WAYS = 'a map, a mesh or a ground';
export const WAYLESS = 'without a map, a mesh or a ground';

/** Whether agents can find ways. */
export function hasWays(scenario: Ways): boolean {
  return scenario.map !== undefined || meshInputOf(scenario) !== undefined;
}

/** The height (m) of a walker whose species has no `height`. It is about that of a person. */
const HEIGHT = 1.8;

/**
 * How a species moves in a scenario.
 *
 * @returns `dimensions`, the number of dimensions in which it steers, and `band` (m): agents whose height differs by
 * more are no neighbors. Walkers on a ground steer in the plan, and see only agents of about their height
 */
export function movesOf(
  { moves, height }: Pick<Species, 'moves' | 'height'>,
  { ground, dimensions }: Pick<Scenario, 'ground' | 'dimensions'>,
): { readonly walks: boolean; readonly dimensions: 2 | 3; readonly band: number } {
  if (ground === undefined || moves === 'fly') {
    return { walks: false, dimensions, band: Number.POSITIVE_INFINITY };
  }
  return { walks: true, dimensions: 2, band: Math.fround(height ?? HEIGHT) };
}

const built = new WeakMap<MeshInput, NavMesh>();

/** The parts of a scenario on which agents find ways. */
type Ways = Partial<Pick<Scenario, 'map' | 'mesh' | 'ground'>>;

/** Returns the polygons of a scenario on which agents walk: its ground, or its flat mesh. */
export function meshInputOf({ mesh, ground }: Pick<Ways, 'mesh' | 'ground'>) {
  return ground ?? mesh;
}

/** Returns the mesh of a scenario. The scenario must have been checked. Each mesh is built only once. */
export function meshOf(mesh: MeshInput): NavMesh {
  let made = built.get(mesh);
  if (made === undefined) {
    made = buildMesh(mesh.vertices, mesh.polygons);
    built.set(mesh, made);
  }
  return made;
}
