import { squareAt, squares } from '@skein/three/webgpu/parts';
import { InstancedBufferAttribute, Mesh } from 'three';
import { attribute, varying, vec3, vec4 } from 'three/tsl';
import { NodeMaterial } from 'three/webgpu';
import { aroundTheEye } from './air.ts';

/** Creates the same stars as ../webgl/stars.ts, with nodes of three.js. Each star is a small square. */
export function stars(places: Float32Array, brightness: Float32Array): Mesh {
  const geometry = squares();
  geometry.setAttribute('place', new InstancedBufferAttribute(places, 3));
  geometry.setAttribute('brightness', new InstancedBufferAttribute(brightness, 1));
  geometry.instanceCount = brightness.length;
  const lit = attribute<'float'>('brightness', 'float');
  const material = new NodeMaterial();
  const center = aroundTheEye(attribute<'vec3'>('place', 'vec3'));
  material.vertexNode = squareAt(center, lit.mul(1.2).add(1));
  material.fragmentNode = vec4(vec3(0.72, 0.84, 1).mul(varying(lit)).mul(0.5), 1);
  material.depthTest = false;
  material.depthWrite = false;
  material.fog = false;
  return new Mesh(geometry, material);
}
