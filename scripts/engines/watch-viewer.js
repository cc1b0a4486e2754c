// Runs in the viewer's page before all other scripts: collects errors, fires, changes the number of threads, and
// reports what the viewer shows.
{
  /** The number of ticks from the command to the reported hash. */
  const SHOWN_FOR = 60;
  /** The number of frames to check; a slow renderer may skip some. */
  const FRAMES = 20;
  /** @type {string[]} */
  const errors = [];
  const note = (/** @type {unknown} */ what) => errors.push(String(what));
  addEventListener(
    'error',
    (event) => {
      const { target } = event;
      if (target instanceof HTMLElement) note(`could not load ${target.outerHTML}`);
      else note(event.message);
    },
    true,
  );
  addEventListener('unhandledrejection', (event) => note(event.reason));
  const logged = console.error;
  console.error = (...words) => {
    note(words.join(' '));
    logged.apply(console, words);
  };

  const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const element = (/** @type {string} */ selector) =>
    /** @type {HTMLElement} */ (document.querySelector(selector));

  /** @param {() => unknown} condition */
  const until = async (condition) => {
    while (!condition()) {
      const alert = element('#error');
      if (alert && !alert.hidden) throw new Error(`the page says: ${alert.textContent}`);
      await pause(50);
    }
  };

  /** Counts the different colors in the picture. */
  const countColors = async () => {
    const { skein } = /** @type {{ skein: NonNullable<typeof window.skein> }} */ (window);
    const picture = await createImageBitmap(await skein.still());
    const copy = document.createElement('canvas');
    copy.width = picture.width;
    copy.height = picture.height;
    const context = /** @type {CanvasRenderingContext2D} */ (copy.getContext('2d'));
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    return new Set(new Uint32Array(data.buffer)).size;
  };

  const teamOf = (/** @type {NonNullable<typeof window.skein>} */ { team }) =>
    /** @type {import('@skein/worker').Team} */ (team);

  const look = async () => {
    await until(() => (window.skein?.tick ?? -1) >= 5);
    const skein = /** @type {NonNullable<typeof window.skein>} */ (window.skein);
    const { tick } = await skein.fire(16);
    // Changes the number of threads twice, so that threads start again from a cached script.
    const { workers: first, threaded: shared } = teamOf(skein);
    for (const asked of shared ? [first + 1, first] : []) {
      await skein.threads(asked);
      const { workers } = teamOf(skein);
      if (workers !== asked)
        note(`${workers} threads for ${asked}: ${element('#notices').textContent}`);
    }
    await until(() => Number(element('#hash').dataset.tick ?? -1) >= tick + SHOWN_FOR);
    let colors = 0;
    for (let frame = 0; frame < FRAMES; frame++) {
      await pause(20);
      colors = Math.max(colors, await countColors());
    }
    const { hash, tick: shown } = element('#hash').dataset;
    const log = structuredClone([...skein.log]);
    const { threaded, workers } = teamOf(skein);
    const { kernel } = /** @type {import('@skein/core').World} */ (skein.world);
    return { tick: Number(shown), hash, log, threaded, workers, kernel, colors, errors };
  };

  const report = (/** @type {unknown} */ message) =>
    fetch('./report', { method: 'POST', body: JSON.stringify(message) });
  look().then(
    (view) => report({ view }),
    (error) => report({ error: [error, ...errors].join('; ') }),
  );
}
