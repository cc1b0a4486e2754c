// What `npm start`, `npm run dev` and `npm run docs` take.
import { spawn } from 'node:child_process';
import { readArguments, refuse } from '../arguments.mjs';

const MAX_PORT = 65_535;

/**
 * Reads `--port NUMBER` and `--open`; ends the process with 2 where they make no sense.
 *
 * @param {string} url of the command's file
 * @param {number} port when none is asked for
 */
export function readServingOptions(url, port) {
  const options = /** @type {const} */ ({ port: { type: 'string' }, open: { type: 'boolean' } });
  const { values } = readArguments(url, { options });
  return { port: readPort(url, values.port, port), open: values.open ?? false };
}

/**
 * @param {string} url of the command's file
 * @param {string | undefined} found behind `--port`
 * @param {number} port when none is asked for
 */
export function readPort(url, found, port) {
  const text = found ?? String(port);
  if (!/^\d+$/.test(text) || Number(text) > MAX_PORT) {
    refuse(url, `--port: found ${text}, expected a whole number from 0 (any) to ${MAX_PORT}`);
  }
  return Number(text);
}

/** @param {string} url opened in the visitor's browser, where there is one */
export function openInBrowser(url) {
  const { [process.platform]: command = 'xdg-open' } = { darwin: 'open', win32: 'explorer' };
  spawn(command, [url], { stdio: 'ignore', detached: true })
    .on('error', () => console.error(`No browser was found; open ${url}`))
    .unref();
}
