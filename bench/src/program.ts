import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Argument, Command, CommanderError } from 'commander';
import { bench } from './bench.ts';
import type { Suite } from './suite.ts';

const RESULTS = fileURLToPath(new URL('../results/', import.meta.url));

const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const;

interface Options {
  readonly quick: boolean;
  readonly out: string;
}

/** Carries out a command line of the benchmark; the result is the exit code. */
export async function runProgram(
  parameters: readonly string[],
  suites: ReadonlyMap<string, Suite>,
): Promise<number> {
  let exitCode: number = EXIT.ok;
  const program = createProgram(suites, async (names, options) => {
    exitCode = await run(names, options, suites);
  });
  try {
    await program.parseAsync(parameters, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // It is printed already. A help that was asked for ends this way too.
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  return exitCode;
}

/** commander, as in the command line of Skein. */
function createProgram(
  suites: ReadonlyMap<string, Suite>,
  action: (names: readonly string[], options: Options) => Promise<void>,
): Command {
  const list = [...suites].map(([name, { description }]) => `  ${name.padEnd(13)} ${description}`);
  return new Command('npm run bench --')
    .description('Measure Skein: suites side by side, each result with the hash of its last state.')
    .addArgument(
      new Argument('[suite...]', 'which suites (default: all)').choices([...suites.keys()]),
    )
    .option('--quick', 'fewer and smaller runs, two minutes on two cores', false)
    .option('--out <folder>', 'where results.json and report.html go (default: bench/results)')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error:/, 'bench:')) })
    .configureHelp({ optionDescription: ({ description }) => description })
    .configureHelp({ argumentDescription: ({ description }) => description })
    .addHelpText(
      'after',
      `
Suites:
${list.join('\n')}

Examples:
  npm run bench -- --quick
  npm run bench -- goals
  npm run bench -- scale threads --out /tmp/figures

Exit codes: 0 done, 1 a suite failed, 2 wrong usage, 130 interrupted; what was
measured until then is kept.`,
    )
    .action(async (names: string[], { quick, out = RESULTS }: Options) => {
      await action(names, { quick, out });
    });
}

async function run(
  names: readonly string[],
  { quick, out }: Options,
  all: ReadonlyMap<string, Suite>,
): Promise<number> {
  const suites = new Map([...all].filter(([name]) => names.length === 0 || names.includes(name)));
  const control = new AbortController();
  const interrupt = () => control.abort();
  // Once: a second Ctrl-C ends the process on the spot.
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const folder = resolve(out);
  const { signal } = control;
  try {
    const results = await bench({ suites, quick, out: folder, signal, print, progress });
    if (signal.aborted) {
      console.error(`\nbench: interrupted; what was measured is in ${folder}`);
      return EXIT.interrupted;
    }
    print(`\nresults: ${folder}`);
    return Object.values(results.suites).every(({ complete }) => complete) ? EXIT.ok : EXIT.failed;
  } catch (error) {
    console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
    return EXIT.failed;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

const print = (text: string): void => console.log(text);

/** One line that is written over and over, where somebody looks. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
