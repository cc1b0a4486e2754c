// gltf-transform, because it is maintained, writes valid glTF, and reads levels here already.
import {
  type Accessor,
  type AnimationChannel,
  type AnimationSampler,
  ColorUtils,
  Document,
  type Mesh,
  NodeIO,
} from '@gltf-transform/core';
import type { Scenario, Species } from '@skein/core';
import { isZUp } from '@skein/core/read';
import { cross, unit, type Vector } from './attitude.ts';
import type { Track } from './track.ts';

/** The length of the body of an agent without a radius, in m. */
const LENGTH = 1;

/** The rotation by which z becomes y, which is up in glTF. */
const Z_TO_Y = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;

/** The direction that is up in a scenario. */
export function upOf(scenario: Scenario): Vector {
  return isZUp(scenario) ? [0, 0, 1] : [0, 1, 0];
}

/**
 * Returns binary glTF with an animation: a node for each agent, named SPECIES-ID, with the mesh of its species. The nodes
 * have the positions of the world, in m. Their parent turns them where z is up. Agents that are not drawn have size 0.
 *
 * @param times the times of the samples in s, ascending 32-bit floats
 * @param tracks the agents by id
 */
export async function gltfOf(
  scenario: Scenario,
  times: readonly number[],
  tracks: ReadonlyMap<number, Track>,
): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor: MakeAccessor = (type, values) =>
    document.createAccessor().setType(type).setArray(values).setBuffer(buffer);
  const parent = document.createNode('agents');
  if (isZUp(scenario)) parent.setRotation([...Z_TO_Y]);
  document.createScene(scenario.name).addChild(parent);
  const meshes = new Map<string, Mesh>();
  for (const species of scenario.species) {
    meshes.set(species.name, meshOf(document, species, accessor));
  }
  // A viewer that blends samples would move an agent across the whole torus when it leaves on one side.
  const move = scenario.bounds?.type === 'wrap' ? 'STEP' : 'LINEAR';
  const input = accessor('SCALAR', Float32Array.from(times));
  // An animation without channels is not valid.
  const animation = tracks.size === 0 ? undefined : document.createAnimation(scenario.name);
  for (const [id, track] of tracks) {
    const { positions, rotations, scales } = track.values(times.length);
    const node = document
      .createNode(`${track.species}-${id}`)
      .setMesh(meshes.get(track.species)!)
      .setTranslation([positions[0], positions[1], positions[2]])
      .setRotation([rotations[0], rotations[1], rotations[2], rotations[3]])
      .setScale([scales[0], scales[1], scales[2]]);
    parent.addChild(node);
    const add = (
      path: ReturnType<AnimationChannel['getTargetPath']> & string,
      interpolation: ReturnType<AnimationSampler['getInterpolation']>,
      output: Accessor,
    ): void => {
      const sampler = document
        .createAnimationSampler()
        .setInput(input)
        .setOutput(output)
        .setInterpolation(interpolation);
      const channel = document
        .createAnimationChannel()
        .setTargetNode(node)
        .setTargetPath(path)
        .setSampler(sampler);
      animation!.addSampler(sampler).addChannel(channel);
    };
    add('translation', move, accessor('VEC3', positions));
    add('rotation', 'LINEAR', accessor('VEC4', rotations));
    if (!track.isAlwaysDrawn(times.length)) add('scale', 'STEP', accessor('VEC3', scales));
  }
  return await new NodeIO().writeBinary(document);
}

type MakeAccessor = (type: 'SCALAR' | 'VEC3' | 'VEC4', values: Float32Array) => Accessor;

/** The corners of a dart 1 m long: its nose at +z, the ends of its wings, and its fin, which shows where up is. */
const NOSE: Vector = [0, 0, 0.5];
const LEFT: Vector = [0.3, 0, -0.5];
const RIGHT: Vector = [-0.3, 0, -0.5];
const FIN: Vector = [0, 0.25, -0.5];
/** The faces of a dart, counterclockwise as seen from outside. */
const FACES = [
  [NOSE, FIN, RIGHT],
  [NOSE, LEFT, FIN],
  [NOSE, RIGHT, LEFT],
  [FIN, LEFT, RIGHT],
];

function meshOf(document: Document, species: Species, accessor: MakeAccessor): Mesh {
  const length = species.radius > 0 ? 2 * species.radius : LENGTH;
  const corners = FACES.flat(2).map((value) => value * length);
  const normals = FACES.flatMap((face) => Array(3).fill(normalOf(face)).flat());
  const hex = Number.parseInt((species.color ?? '#ffffff').slice(1), 16);
  const [red, green, blue] = ColorUtils.hexToFactor(hex, [1, 1, 1]);
  const material = document
    .createMaterial(species.name)
    .setBaseColorFactor([red, green, blue, 1])
    .setMetallicFactor(0);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', Float32Array.from(corners)))
    .setAttribute('NORMAL', accessor('VEC3', Float32Array.from(normals)))
    .setMaterial(material);
  return document.createMesh(species.name).addPrimitive(primitive);
}

function normalOf([a, b, c]: readonly Vector[]): Vector {
  return unit(cross(between(a, b), between(a, c)))!;
}

function between(from: Vector, to: Vector): Vector {
  return [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
}
