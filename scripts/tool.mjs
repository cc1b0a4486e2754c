// `npm run tool` lists all tools, and `npm run tool -- NAME [ARGUMENTS]` runs one: it prepares the clone for the tool,
// and then runs its file in this process, as if Node had been called with it. With --help it prints the tool's
// arguments.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { refuse, usageOf } from './arguments.mjs';
import { setUp } from './setup/set-up.mjs';
import { TOOLS } from './tools.mjs';

const [name, ...parameters] = process.argv.slice(2);
if (name === undefined || name === '--help') list();
else await run(name);

function list() {
  const width = Math.max(...Object.keys(TOOLS).map(({ length }) => length));
  console.log('npm run tool -- NAME [ARGUMENTS]; with --help, a tool prints its arguments.\n');
  for (const [one, { does }] of Object.entries(TOOLS)) {
    console.log(`  ${one.padEnd(width)}  ${does}`);
  }
}

/** @param {string} name */
async function run(name) {
  if (!Object.hasOwn(TOOLS, name)) {
    refuse(
      import.meta.url,
      `found "${name}", expected the name of a tool; npm run tool lists them`,
    );
  }
  const { file, needs } = TOOLS[name];
  const url = new URL(`../${file}`, import.meta.url);
  // The benchmark prints its own help.
  if (parameters.includes('--help') && name !== 'bench') {
    console.log(usageOf(readFileSync(url, 'utf8')));
    return;
  }
  setUp(needs);
  process.argv.splice(1, 2, fileURLToPath(url));
  await import(url.href);
}
