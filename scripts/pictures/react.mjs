// The scene of the code in docs/react.md.
import { docsCode } from '../docs/docs-code.mjs';
import { shoot } from './page.mjs';

/** The tick of the picture, by which the agents have turned and fly in groups. */
const TICK = 420;
/** In the folder of the package's tests, so that its dependencies are found. */
const PATH = '/packages/react/test/picture.js';

export async function draw() {
  const picture = await shoot({
    html: `<style>body { margin: 0 } #root { height: 100vh }</style><div id="root"></div>
<script type="module" src="${PATH}"></script>`,
    path: PATH,
    script: `
import { _roots } from '@react-three/fiber';
import { App } from 'docs-code:react.md';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.querySelector('#root')).render(createElement(App));
window.stateOf = () => _roots.get(document.querySelector('canvas'))?.store.getState();
`,
    packages: [
      ...['react', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom/client'],
      ...['@react-three/fiber', 'three'],
    ].map((name) => `@skein/react > ${name}`),
    plugins: [docsCode()],
    isThere: 'window.stateOf?.()?.scene.children.some((one) => one.isAgents)',
    goTo: async (until) => {
      const { gl, scene, camera, setFrameloop } = /** @type {any} */ (window).stateOf();
      setFrameloop('never');
      const { driver } = scene.children.find((/** @type {any} */ one) => one.isAgents);
      while (driver.world.tick < until) {
        driver.update(driver.world.scenario.dt);
        await driver.whenIdle(() => {});
      }
      gl.render(scene, camera);
    },
    tick: TICK,
  });
  return { 'react.jpg': picture };
}
