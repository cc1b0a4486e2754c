import { Mesh } from 'three';
import type { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import {
  attribute,
  cameraNear,
  cameraProjectionMatrix,
  clamp,
  Discard,
  Fn,
  float,
  mix,
  modelViewMatrix,
  screenDPR,
  sRGBTransferOETF,
  varying,
  vec2,
  vec3,
  vec4,
  viewport,
} from 'three/tsl';
import { type Node, NodeMaterial } from 'three/webgpu';

/**
 * Creates straight lines with round ends, in front of everything else, with the method of LineMaterial of three.js.
 * `width` is in CSS pixels.
 */
export function lines(geometry: LineSegmentsGeometry, width: number, opacity: number): Mesh {
  return new Mesh(geometry, lineMaterial(width, opacity));
}

/**
 * Creates the material of the lines. In the geometry, the x of a vertex is -1 on one side of the line and 1 on the
 * other side. The y of a vertex is 0 at the start of the line, and 1 at its end. At the outer edges of the round ends,
 * y is -1 or 2.
 */
function lineMaterial(width: number, opacity: number): NodeMaterial {
  const corner = attribute<'vec3'>('position', 'vec3');
  const start = before('instanceStart');
  const end = before('instanceEnd');
  const from = onScreen(trimmed(start, end));
  const to = onScreen(trimmed(end, start));
  const radius = screenDPR.mul(0.5 * width);
  const way = to.xy.sub(from.xy).toVar();
  const length = way.length().toVar();
  const along = length.greaterThan(1e-6).select(way.div(length), vec2(1, 0)).toVar();
  const share = clamp(corner.y, 0, 1);
  const beyond = corner.y.sub(share).mul(radius);
  const aside = vec2(along.y, along.x.negate()).mul(corner.x).mul(radius);
  const place = mix(from.xy, to.xy, share).add(along.mul(beyond)).add(aside);
  const isBehind = start.z
    .greaterThan(cameraNear.negate())
    .and(end.z.greaterThan(cameraNear.negate()));
  const material = new NodeMaterial();
  // Without perspective, because the values passed on below are in pixels.
  const seen = vec4(place.div(viewport.zw).mul(2), mix(from.z, to.z, share), 1);
  material.vertexNode = isBehind.select(vec4(2, 2, 2, 1), seen);
  // The position along the line from its start and to its side, pixels.
  const spot = varying(vec2(share.mul(length).add(beyond), corner.x.mul(radius)));
  const reach = varying(length);
  const first = attribute<'vec3'>('instanceColorStart', 'vec3');
  const color = varying(mix(first, attribute<'vec3'>('instanceColorEnd', 'vec3'), share));
  material.fragmentNode = Fn(() => {
    const past = spot.x.sub(clamp(spot.x, float(0), reach));
    Discard(vec2(past, spot.y).length().greaterThan(radius));
    return vec4(sRGBTransferOETF(color) as Node<'vec3'>, opacity);
  })();
  material.transparent = true;
  material.depthTest = false;
  material.depthWrite = false;
  material.fog = false;
  return material;
}

/** Returns the position of one end of a line, relative to the camera. `name` is the attribute that holds this end. */
function before(name: string): Node<'vec3'> {
  return (modelViewMatrix.mul(vec4(attribute<'vec3'>(name, 'vec3'), 1)) as Node<'vec4'>).xyz;
}

/** Returns an end of a line. If the end is behind the camera, it is moved along the line until it is just in front. */
function trimmed(end: Node<'vec3'>, other: Node<'vec3'>): Node<'vec3'> {
  const near = cameraNear.negate();
  const share = near.sub(end.z).div(other.z.sub(end.z));
  return end.z.greaterThan(near).select(mix(end, other, share), end);
}

/** Projects a point onto the screen: x and y in pixels from the center of the picture, and its depth. */
function onScreen(place: Node<'vec3'>): Node<'vec3'> {
  const clip = cameraProjectionMatrix.mul(vec4(place, 1)) as Node<'vec4'>;
  return vec3(clip.xy.div(clip.w).mul(viewport.zw).mul(0.5), clip.z.div(clip.w));
}
