import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Document, NodeIO } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { groundFrom } from '../../three/src/ground/index.ts';
import { twoFloors } from '../../three/test/ground/two-floors.ts';
import { skein, skeinHere, testFolder, write } from './skein.ts';

type Level = ReturnType<typeof twoFloors>;
type Part = {
  geometry: { attributes: Record<string, { array: Float32Array }>; index: { array: Uint16Array } };
};

/** The level as a glTF document: a node for each mesh, and for each instance. */
function documentOf(level: Level): Document {
  const document = new Document();
  const buffer = document.createBuffer();
  const scene = document.createScene();
  const root = document.createNode('level');
  scene.addChild(root);
  level.updateMatrixWorld();
  for (const child of level.children) {
    if (!child.visible) continue;
    const { geometry } = child as unknown as Part;
    const accessor = (type: 'VEC3' | 'SCALAR', array: Float32Array | Uint16Array) =>
      document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', accessor('VEC3', geometry.attributes.position!.array))
      .setIndices(accessor('SCALAR', geometry.index.array));
    const mesh = document.createMesh().addPrimitive(primitive);
    const { instanceMatrix } = child as unknown as { instanceMatrix?: { array: Float32Array } };
    const count = instanceMatrix === undefined ? 1 : instanceMatrix.array.length / 16;
    for (let k = 0; k < count; k++) {
      const matrix = instanceMatrix?.array.slice(16 * k, 16 * k + 16) ?? child.matrix.elements;
      root.addChild(
        document
          .createNode()
          .setMesh(mesh)
          .setMatrix([...matrix] as never),
      );
    }
  }
  return document;
}

const io = new NodeIO();

async function levelFile(change: (document: Document) => void = () => {}): Promise<string> {
  const document = documentOf(twoFloors());
  change(document);
  const path = join(testFolder(), 'two floors.glb');
  await io.write(path, document);
  return path;
}

describe('skein ground', () => {
  it('makes a scenario with the ground that groundFrom makes, which runs', async () => {
    const path = await levelFile();
    const out = join(testFolder(), 'level.json');
    expect(await skein(['ground', path, '--out', out])).toMatchObject({ code: 0, stderr: '' });
    const scenario = JSON.parse(readFileSync(out, 'utf8'));
    expect(scenario.name).toBe('two-floors');
    const expected = groundFrom(twoFloors());
    expect(scenario.ground.polygons).toEqual(expected.polygons);
    expect(scenario.ground.vertices).toEqual(expected.vertices);
    expect(await skeinHere(['run', out, '--ticks', '20', '--hash'])).toMatchObject({ code: 0 });
    // It may replace what it wrote, and nothing else.
    expect(await skein(['ground', path, '--out', out])).toMatchObject({ code: 0 });
    writeFileSync(out, '{}');
    const refused = await skein(['ground', path, '--out', out]);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('which is no scenario with a ground and would be lost');
  });

  it('prints the scenario, takes options, and reads .gltf', async () => {
    const path = join(testFolder(), 'level.gltf');
    await io.write(path, documentOf(twoFloors()));
    const { code, stdout } = await skein(['ground', path, '--radius', '0.5', '--cell-size', '0.2']);
    expect(code).toBe(0);
    const { vertices } = JSON.parse(stdout).ground;
    expect(Math.min(...vertices.map(([x]: number[]) => x))).toBeCloseTo(-14.4, 5);
  });

  it.each([
    [['--radius', '-1'], 2, 'Expected a number, 0 or more'],
    [['--slope', '95'], 1, '$.slope: found 95, expected 0 to 89'],
    [
      ['--radius', '30', '--cell-size', '1'],
      1,
      'two floors.glb: found no place for a body of radius 30 m',
    ],
    [['--hight', '2'], 2, "unknown option '--hight'"],
  ])('refuses %j', async (args, code, message) => {
    const ended = await skein(['ground', await levelFile(), ...args]);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toContain(message);
  });

  it('refuses what is no level', async () => {
    const folder = testFolder();
    const refusal = async (path: string, code: number, message: string) => {
      const ended = await skein(['ground', path]);
      expect(ended).toMatchObject({ code, stdout: '' });
      expect(ended.stderr).toContain(message);
    };
    await refusal('level.obj', 2, 'found level.obj, expected a level in glTF: .glb or .gltf');
    await refusal('none.glb', 3, 'cannot read none.glb: no such file');
    await refusal(write(folder, 'a.glb', 'x'.repeat(64)), 1, 'found no valid glTF');
    await refusal(write(folder, 'a.gltf', '{'), 1, 'found no valid glTF');
    await refusal(write(folder, 'b.gltf', { asset: { version: '2.0' } }), 1, 'found no triangles');
    const extensionsRequired = ['KHR_draco_mesh_compression'];
    const packed = { asset: { version: '2.0' }, extensionsRequired };
    await refusal(
      write(folder, 'c.gltf', packed),
      1,
      'found the extension KHR_draco_mesh_compression',
    );
    const fan = await levelFile((document) => {
      document.getRoot().listMeshes()[0]!.listPrimitives()[0]!.setMode(6);
    });
    await refusal(fan, 1, 'found a strip or a fan of triangles');
  });
});
