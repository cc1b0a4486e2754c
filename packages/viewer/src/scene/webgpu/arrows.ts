import { MOVE_X, MOVE_Y } from '@skein/core/path';
import { type Color, type DataTexture, Vector2 } from 'three';
import {
  attribute,
  clamp,
  Discard,
  distance,
  dot,
  Fn,
  float,
  fract,
  fwidth,
  int,
  max,
  min,
  smoothstep,
  texture,
  uniformArray,
  varying,
  vec2,
  vec3,
  vec4,
} from 'three/tsl';
import { type Node, NodeMaterial } from 'three/webgpu';

/** Creates the same arrows as ../webgl/arrows.ts, with nodes of three.js. */
export function arrowsMaterial(
  moves: DataTexture,
  [columns, rows]: readonly [number, number],
  color: Color,
): NodeMaterial {
  const cells = vec2(columns, rows);
  const ways = uniformArray<'vec2'>(
    MOVE_X.map((x, i) => new Vector2(x, MOVE_Y[i]).normalize()),
    'vec2',
  );
  const { r, g, b } = color.clone().convertLinearToSRGB();
  const cell = varying(attribute<'vec2'>('uv', 'vec2').mul(cells));
  const material = new NodeMaterial();
  material.fragmentNode = Fn(() => {
    const perPixel = fwidth(cell).length().toVar();
    const texel = texture(moves, cell.div(cells)) as unknown as Node<'vec4'>;
    const move = texel.r.mul(255).add(0.5).toVar();
    Discard(move.greaterThan(8));
    const way = ways.element(int(min(move, 7.5))) as unknown as Node<'vec2'>;
    const off = fract(cell).sub(0.5).toVar();
    // x along the arrow, y across it; both halves of the head are handled as one.
    const aside = off.x.mul(way.y).sub(off.y.mul(way.x)).abs();
    const at = vec2(dot(off, way), aside).toVar();
    const blur = max(0.02, perPixel.mul(0.75)).toVar();
    const width = max(0.055, blur.mul(0.5)).toVar();
    const shaft = stroke(at, [-0.3, 0], [0.3, 0], width, blur);
    const head = stroke(at, [0.32, 0], [0.08, 0.2], width, blur);
    // Where cells are smaller than a few pixels, arrows would look like noise.
    const seen = smoothstep(0.16, 0.4, perPixel).oneMinus();
    return vec4(vec3(r, g, b), max(shaft, head).mul(seen).mul(0.5));
  })();
  material.transparent = true;
  material.depthWrite = false;
  material.fog = false;
  return material;
}

type End = readonly [x: number, y: number];

function stroke(
  at: Node<'vec2'>,
  [fromX, fromY]: End,
  [toX, toY]: End,
  width: Node<'float'>,
  blur: Node<'float'>,
): Node<'float'> {
  const from = vec2(fromX, fromY);
  const way = vec2(toX - fromX, toY - fromY);
  const along = clamp(dot(at.sub(from), way).div(dot(way, way)), 0, 1);
  const away = distance(at, from.add(way.mul(along)));
  return float(1).sub(smoothstep(width.sub(blur), width.add(blur), away));
}
