import { App } from 'docs-code:react.md';
import { _roots } from '@react-three/fiber';
import type { Agents } from '@skein/three';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import page from '../../../docs/react.md?raw';

it('the code of docs/react.md shows 20,000 lit cones in 15 lines, which move and cast shadows', async () => {
  const [, code] = [...page.matchAll(/```jsx\n([\s\S]*?)```/g)].map((found) => found[1]!);
  expect(code!.trim().split('\n').length).toBeLessThanOrEqual(15);
  const container = document.createElement('div');
  // A picture of this size takes long in software.
  Object.assign(container.style, { width: '240px', height: '136px' });
  document.body.append(container);
  const root = createRoot(container);
  root.render(<App />);
  const stateOf = () => _roots.get(container.querySelector('canvas')!)?.store.getState();
  const agentsOf = () => {
    let found: Agents | undefined;
    stateOf()?.scene.traverse((one) => {
      if ('isAgents' in one) found = one as Agents;
    });
    return found;
  };
  const patience = { timeout: 30_000 };
  await expect.poll(() => agentsOf()?.driver.world.tick ?? 0, patience).toBeGreaterThan(0);
  const agents = agentsOf()!;
  expect(agents.geometry.instanceCount).toBe(20_000);
  const { gl, scene, camera, setFrameloop } = stateOf()!;
  setFrameloop('never');
  await agents.driver.dispose();

  /** The lower half of the picture, where the ground is: the sum of all channels. */
  const light = (): number => {
    gl.render(scene, camera);
    const context = gl.getContext();
    const [width, height] = [context.drawingBufferWidth, context.drawingBufferHeight >> 1];
    const pixels = new Uint8Array(4 * width * height);
    context.readPixels(0, 0, width, height, context.RGBA, context.UNSIGNED_BYTE, pixels);
    return pixels.reduce((sum, part) => sum + part, 0);
  };
  const lit = light();
  agents.castShadow = false;
  const unshaded = light();
  agents.visible = false;
  const empty = light();
  expect(lit).toBeLessThan(0.995 * unshaded);
  expect(unshaded).toBeLessThan(0.999 * empty);
  const { team } = agents.driver;
  root.unmount();
  container.remove();
  await expect.poll(() => team.run(1).catch(({ code }) => code)).toBe('TEAM_DISPOSED');
});
