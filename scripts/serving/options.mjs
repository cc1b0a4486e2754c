// The options of the tools that serve a site.
import { spawn } from 'node:child_process';
import { readArguments, refuse } from '../arguments.mjs';

const MAX_PORT = 65_535;

/**
 * Parses `--port NUMBER` and `--open`; exits with 2 if they are invalid.
 *
 * @param {string} url the URL of the command's file
 * @param {number} port the default port
 */
export function readServingOptions(url, port) {
  const options = /** @type {const} */ ({ port: { type: 'string' }, open: { type: 'boolean' } });
  const { values } = readArguments(url, { options });
  return { port: readPort(url, values.port, port), open: values.open ?? false };
}

/**
 * @param {string} url the URL of the command's file
 * @param {string | undefined} found the value of `--port`
 * @param {number} port the default port
 */
export function readPort(url, found, port) {
  const text = found ?? String(port);
  if (!/^\d+$/.test(text) || Number(text) > MAX_PORT) {
    refuse(url, `--port: found ${text}, expected a whole number from 0 (any) to ${MAX_PORT}`);
  }
  return Number(text);
}

/** @param {string} url the address to open in the user's browser, if there is one */
export function openInBrowser(url) {
  const { [process.platform]: command = 'xdg-open' } = { darwin: 'open', win32: 'explorer' };
  spawn(command, [url], { stdio: 'ignore', detached: true })
    .on('error', () => console.error(`No browser was found; open ${url}`))
    .unref();
}
