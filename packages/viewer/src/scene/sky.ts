import { Group, Mesh, type Object3D, SphereGeometry } from 'three';
import type { Air, Brushes } from './brushes.ts';
import { disposeTree } from './dispose-tree.ts';
import type { Layer } from './layer.ts';

const STARS = 420;

const AIRS = {
  night: { level: [0.02, 0.062, 0.105], deep: [0, 0, 0], surface: [0, 0, 0] },
  sea: { level: [0.0, 0.03, 0.05], deep: [0.0, 0.02, 0.05], surface: [0.01, 0.2, 0.28] },
} as const satisfies Record<string, Air>;

/**
 * The background of a scene: a black sky, or the sea. The sky has a dark blue band at the horizon and a few stars for
 * orientation. The sea becomes lighter toward its surface.
 */
export class Sky implements Layer {
  readonly object = new Group();

  constructor(brushes: Brushes, air: keyof typeof AIRS) {
    this.object.add(createBand(brushes, AIRS[air]));
    if (air === 'night') this.object.add(createStars(brushes));
  }

  dispose(): void {
    disposeTree(this.object);
  }
}

function createBand(brushes: Brushes, air: Air): Mesh {
  const mesh = new Mesh(new SphereGeometry(100, 24, 16), brushes.air(air));
  mesh.renderOrder = -3;
  mesh.frustumCulled = false;
  return mesh;
}

function createStars(brushes: Brushes): Object3D {
  const places = new Float32Array(STARS * 3);
  const brightness = new Float32Array(STARS);
  for (let i = 0; i < STARS; i++) {
    // Spread evenly over the upper half of the sky (golden angle), then shaken to hide the pattern.
    const height = 0.03 + 0.97 * shuffle(i, 1);
    const turn = i * 2.399963 + shuffle(i, 2);
    const width = Math.sqrt(1 - height * height);
    places.set([width * Math.cos(turn) * 90, height * 90, width * Math.sin(turn) * 90], i * 3);
    brightness[i] = 0.15 + 0.85 * shuffle(i, 3) ** 4;
  }
  const points = brushes.stars(places, brightness);
  points.renderOrder = -2;
  points.frustumCulled = false;
  return points;
}

/**
 * Returns a number from 0 to 1 that looks random. The number depends only on `i` and `stream`, so the sky is the same
 * on every visit.
 */
function shuffle(i: number, stream: number): number {
  const s = Math.sin(i * 12.9898 + stream * 78.233) * 43758.5453;
  return s - Math.floor(s);
}
