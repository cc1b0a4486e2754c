import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  Group,
  Mesh,
  Points,
  ShaderMaterial,
  SphereGeometry,
} from 'three';
import { disposeTree } from './dispose-tree.ts';
import type { Layer } from './layer.ts';

const STARS = 420;

const SKY_VERTEX = /* glsl */ `
  varying vec3 direction;
  void main() {
    direction = position;
    gl_Position = projectionMatrix * mat4(mat3(viewMatrix)) * vec4(position, 1.0);
  }
`;
const SKY_FRAGMENT = /* glsl */ `
  uniform vec3 level;
  uniform vec3 deep;
  uniform vec3 surface;
  varying vec3 direction;
  void main() {
    float height = normalize(direction).y;
    // black overhead; a thin band of night blue tells where level is
    float band = exp(-abs(height) * (height > 0.0 ? 7.0 : 16.0));
    vec3 above = mix(deep, surface, smoothstep(-0.5, 1.0, height));
    gl_FragColor = vec4(level * band + above, 1.0);
  }
`;
const STAR_VERTEX = /* glsl */ `
  attribute float brightness;
  varying float lit;
  void main() {
    lit = brightness;
    gl_Position = projectionMatrix * mat4(mat3(viewMatrix)) * vec4(position, 1.0);
    gl_PointSize = 1.0 + 1.2 * brightness;
  }
`;
const STAR_FRAGMENT = /* glsl */ `
  varying float lit;
  void main() {
    gl_FragColor = vec4(vec3(0.72, 0.84, 1.0) * lit * 0.5, 1.0);
  }
`;

/** Colors at the level of the eye, below and above it; as the screen shows them, 0 to 1. */
interface Air {
  readonly level: readonly number[];
  readonly deep: readonly number[];
  readonly surface: readonly number[];
}

const AIRS = {
  night: { level: [0.02, 0.062, 0.105], deep: [0, 0, 0], surface: [0, 0, 0] },
  sea: { level: [0.0, 0.03, 0.05], deep: [0.0, 0.02, 0.05], surface: [0.01, 0.2, 0.28] },
} as const satisfies Record<string, Air>;

/**
 * A black sky with a band of night blue that tells where level is, and a few stars to turn by; or the
 * sea, lighter above.
 */
export class Sky implements Layer {
  readonly object = new Group();

  constructor(air: keyof typeof AIRS = 'night') {
    this.object.add(createBand(AIRS[air]));
    if (air === 'night') this.object.add(createStars());
  }

  dispose(): void {
    disposeTree(this.object);
  }
}

function createBand(air: Air): Mesh {
  const geometry = new SphereGeometry(100, 24, 16);
  const material = new ShaderMaterial({
    vertexShader: SKY_VERTEX,
    fragmentShader: SKY_FRAGMENT,
    uniforms: {
      level: { value: air.level },
      deep: { value: air.deep },
      surface: { value: air.surface },
    },
    side: BackSide,
    depthTest: false,
    depthWrite: false,
  });
  const mesh = new Mesh(geometry, material);
  mesh.renderOrder = -3;
  mesh.frustumCulled = false;
  return mesh;
}

function createStars(): Points {
  const geometry = new BufferGeometry();
  const places = new Float32Array(STARS * 3);
  const brightness = new Float32Array(STARS);
  for (let i = 0; i < STARS; i++) {
    // Evenly over the upper half of the sky (golden angle), then shaken out of the pattern.
    const height = 0.03 + 0.97 * shuffle(i, 1);
    const turn = i * 2.399963 + shuffle(i, 2);
    const width = Math.sqrt(1 - height * height);
    places.set([width * Math.cos(turn) * 90, height * 90, width * Math.sin(turn) * 90], i * 3);
    brightness[i] = 0.15 + 0.85 * shuffle(i, 3) ** 4;
  }
  geometry.setAttribute('position', new BufferAttribute(places, 3));
  geometry.setAttribute('brightness', new BufferAttribute(brightness, 1));
  const material = new ShaderMaterial({
    vertexShader: STAR_VERTEX,
    fragmentShader: STAR_FRAGMENT,
    depthTest: false,
    depthWrite: false,
  });
  const points = new Points(geometry, material);
  points.renderOrder = -2;
  points.frustumCulled = false;
  return points;
}

/** A fixed number in [0, 1) for each i: the sky is the same on every visit. */
function shuffle(i: number, stream: number): number {
  const s = Math.sin(i * 12.9898 + stream * 78.233) * 43758.5453;
  return s - Math.floor(s);
}
