import { buildMesh, type MeshParts } from '../path/mesh/build-mesh.ts';
import type { NavMesh } from '../path/mesh/nav-mesh.ts';
import type { GroundInput, MeshInput, Scenario, Species } from './schema.ts';

/** The areas and links of a ground, as its mesh takes them. */
function partsOf(ground: MeshInput | GroundInput): MeshParts {
  if (!('links' in ground || 'areas' in ground)) return {};
  const { areas = [], links = [] } = ground;
  return { areas, links: links.map((link) => ({ ...link, cost: link.cost ?? lengthOf(link) })) };
}

/** The length of a link in the plan (m), what its use costs if it has no cost. */
function lengthOf({ from, to }: GroundLink): number {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  return Math.sqrt(x * x + y * y);
}

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

type GroundLink = NonNullable<GroundInput['links']>[number];

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
    made = buildMesh(mesh.vertices, mesh.polygons, partsOf(mesh));
    built.set(mesh, made);
  }
  return made;
}
