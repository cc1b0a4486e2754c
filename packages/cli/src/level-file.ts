import { stat } from 'node:fs/promises';
import { type Document, Extension, type Node, NodeIO, type Primitive } from '@gltf-transform/core';
import type { Triangles } from '@skein/core/ground';
import { CliError, fileError } from './errors.ts';
import { EXIT } from './exit-codes.ts';

/** Coordinates of fewer bits, which the library scales without knowing the extension. */
class Quantization extends Extension {
  static override readonly EXTENSION_NAME = 'KHR_mesh_quantization';
  override readonly extensionName = Quantization.EXTENSION_NAME;
  override read(): this {
    return this;
  }
  override write(): this {
    return this;
  }
}

const TRIANGLES = 4;

/**
 * Reads the triangles of a level in glTF, .glb or .gltf, where its default scene puts them. Meshes with a skin are left
 * out: they are bodies.
 *
 * @throws CliError if the file or one that it names cannot be read, if it is no glTF, or needs an extension
 */
export async function readLevel(path: string): Promise<Triangles[]> {
  if (!/\.(glb|gltf)$/i.test(path)) {
    throw new CliError(EXIT.usage, `found ${path}, expected a level in glTF: .glb or .gltf`);
  }
  const root = (await readDocument(path)).getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  const parts: Triangles[] = [];
  scene?.traverse((node) => {
    for (const primitive of (node.getSkin() ? null : node.getMesh())?.listPrimitives() ?? []) {
      parts.push(...trianglesOf(path, node, primitive));
    }
  });
  return parts;
}

async function readDocument(path: string): Promise<Document> {
  try {
    await stat(path);
    return await new NodeIO().registerExtensions([Quantization]).read(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw fileError('read', path, error);
    const reason = error instanceof Error ? error.message : String(error);
    const extension = /required extension, "(\w+)"/.exec(reason)?.[1];
    const message =
      extension === undefined
        ? `found no valid glTF (${reason}), expected a level in glTF`
        : `found the extension ${extension}, expected a level without compression: npx @gltf-transform/cli copy IN OUT writes one`;
    throw new CliError(EXIT.refused, `${path}: ${message}`, { cause: error });
  }
}

function trianglesOf(path: string, node: Node, primitive: Primitive): Triangles[] {
  const position = primitive.getAttribute('POSITION');
  const mode = primitive.getMode();
  // Points and lines are no ground.
  if (position === null || mode < TRIANGLES) return [];
  if (mode > TRIANGLES) {
    throw new CliError(
      EXIT.refused,
      `${path}: found a strip or a fan of triangles in ${JSON.stringify(node.getName())}, expected lists of triangles`,
    );
  }
  const positions = Array.from({ length: position.getCount() }, (_, k) =>
    position.getElement(k, []),
  ).flat();
  const indices = primitive.getIndices()?.getArray();
  return [
    {
      positions,
      matrix: node.getWorldMatrix(),
      side: primitive.getMaterial()?.getDoubleSided() ? 'both' : 'front',
      ...(indices && { indices }),
    },
  ];
}
