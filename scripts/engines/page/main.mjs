// Runs the checks on a page. Tasks come from the server of the page, and findings are sent there.
import { check } from '../checks.mjs';

/** @param {unknown} message */
const send = (message) => fetch('./report', { method: 'POST', body: JSON.stringify(message) });

try {
  const tasks = await (await fetch('./tasks')).json();
  await check(tasks, (finding) => send({ finding }));
  await send({ done: true });
} catch (error) {
  await send({ error: `${error}\n${error instanceof Error ? error.stack : ''}` });
}
