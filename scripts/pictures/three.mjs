// The scenes of the code in docs/three.md: a picture of each block after the first, which sets up the stage, at a tick
// that shows its effect well.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, shoot } from './page.mjs';

const TICKS = { three: 240, 'three-trails': 200, 'three-particles': 128 };
/** Only the package `three` of this repository has three.js installed. */
const THREE = join(root, 'packages/three/node_modules/three/build/three.module.js');
const PATH = '/picture.js';

export async function draw() {
  const doc = readFileSync(join(root, 'docs/three.md'), 'utf8');
  const [stage, ...blocks] = [...doc.matchAll(/```js\n([\s\S]*?)```/g)].map((found) => found[1]);
  /** @type {Record<string, Uint8Array>} */
  const pictures = {};
  for (const [k, [name, tick]] of Object.entries(TICKS).entries()) {
    pictures[`${name}.jpg`] = await shoot({
      html: `<style>body { margin: 0 } canvas { display: block }</style><script type="module" src="${PATH}"></script>`,
      path: PATH,
      script: `${stage}${blocks[k]}\nwindow.shown = { driver, renderer, scene, camera };`,
      alias: [{ find: /^three$/, replacement: THREE }],
      isThere: 'window.shown !== undefined',
      goTo: async (until) => {
        const { driver, renderer, scene, camera } = /** @type {any} */ (window).shown;
        renderer.setAnimationLoop(null);
        while (driver.world.tick < until) {
          driver.update(driver.world.scenario.dt);
          await driver.whenIdle(() => {});
        }
        renderer.render(scene, camera);
      },
      tick,
    });
  }
  return pictures;
}
