import { Mesh, MeshBasicMaterial, PerspectiveCamera, PlaneGeometry, Scene } from 'three';
import { WebGPURenderer } from 'three/webgpu';
import { expect, it } from 'vitest';
import { NodeBloom } from '../../src/scene/webgpu/bloom.ts';

const SIZE = 64;

it('glows by the drawn picture, also when the one before is as young as that', async () => {
  const renderer = new WebGPURenderer({ forceWebGL: true });
  await renderer.init();
  renderer.setSize(SIZE, SIZE);
  const bloom = new NodeBloom(renderer);
  const scene = new Scene();
  const lamp = new Mesh(new PlaneGeometry(), new MeshBasicMaterial());
  scene.add(lamp);
  const camera = new PerspectiveCamera();
  camera.position.z = 2;
  const brightest = () => {
    bloom.draw(scene, camera);
    const context = new OffscreenCanvas(SIZE, SIZE).getContext('2d')!;
    context.drawImage(renderer.domElement, 0, 0);
    const { data } = context.getImageData(0, 0, SIZE, SIZE);
    return Math.max(...data.filter((_, i) => i % 4 !== 3));
  };
  expect(brightest()).toBe(255);
  lamp.visible = false;
  expect(brightest()).toBe(0);
  lamp.geometry.dispose();
  lamp.material.dispose();
  bloom.dispose();
  renderer.dispose();
});
