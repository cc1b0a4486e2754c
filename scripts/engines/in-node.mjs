// Runs the checks in a Node process that was started for them. Tasks and findings are sent as messages.
import { check } from './checks.mjs';

const send = /** @type {(message: unknown) => void} */ (process.send?.bind(process));

process.once('message', async (tasks) => {
  try {
    await check(/** @type {import('./checks.mjs').Task[]} */ (tasks), (finding) =>
      send({ finding }),
    );
    send({ done: true });
  } catch (error) {
    send({ error: error instanceof Error ? error.stack : String(error) });
  }
  process.disconnect();
});
