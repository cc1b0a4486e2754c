import { readdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Suite, Table } from './suite.ts';

const USAGE = `npm run bench -- [SUITE ...] [--quick] [--json FILE]

Without a suite, all are run. First ticks are outside the clock; times are medians, in ms.
Times of a shared machine differ from run to run: compare ratios within one run.

Suites:`;

/** The suites by name: every file of suites/ is one. */
async function suites(): Promise<Map<string, Suite>> {
  const folder = new URL('./suites/', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
  const loaded = files.sort().map(async (file): Promise<[string, Suite]> => {
    const { suite } = (await import(new URL(file, folder).href)) as { suite: Suite };
    return [file.replace(/\.js$/, ''), suite];
  });
  return new Map(await Promise.all(loaded));
}

function text({ columns, rows }: Table): string {
  const cells = [columns, ...rows].map((row) =>
    row.map((cell) =>
      typeof cell === 'number' && !Number.isInteger(cell) ? cell.toPrecision(3) : String(cell),
    ),
  );
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]!.length)));
  return cells.map((row) => row.map((cell, i) => cell.padStart(widths[i]!)).join('  ')).join('\n');
}

const known = await suites();
const usage = `${USAGE}\n${[...known].map(([name, { description }]) => `  ${name.padEnd(10)} ${description}`).join('\n')}`;

function refuse(message: string): never {
  console.error(`bench: ${message}\n\n${usage}`);
  process.exit(2);
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        json: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

const { values, positionals } = parse();
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const wanted = positionals.length > 0 ? positionals : [...known.keys()];
for (const name of wanted) {
  if (!known.has(name)) {
    refuse(`found suite "${name}", expected one of ${[...known.keys()].join(', ')}`);
  }
}

const machine = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, Node ${process.version}`;
console.log(machine);
const results: Record<string, Table> = {};
for (const name of wanted) {
  console.log(`\n${name}: ${known.get(name)!.description}`);
  results[name] = await known.get(name)!.run({ quick: values.quick });
  console.log(text(results[name]));
}
if (values.json !== undefined) {
  writeFileSync(values.json, `${JSON.stringify({ machine, results }, null, 2)}\n`);
}
