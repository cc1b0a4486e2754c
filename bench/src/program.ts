import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LIMITS, MAX_WORKERS } from '@skein/core/describe';
import { Argument, Command, CommanderError } from 'commander';
import { kernelNames, wholeNumber, wholeNumbers, words } from './arguments.ts';
import { bench } from './bench.ts';
import type { Choice, Suite } from './suite.ts';

const RESULTS = fileURLToPath(new URL('../results/', import.meta.url));

const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const;

interface Options {
  readonly quick: boolean;
  readonly out: string;
  readonly repeat: number;
  readonly choice: Choice;
}

/** The options as commander has parsed them. */
interface Given extends Choice {
  readonly quick: boolean;
  readonly out?: string;
  readonly repeat: number;
}

/** Runs the benchmark with the parameters of a command line, and returns the exit code. */
export async function runProgram(
  parameters: readonly string[],
  suites: ReadonlyMap<string, Suite>,
): Promise<number> {
  let exitCode: number = EXIT.ok;
  const program = createProgram(suites, async (names, options) => {
    const chosen = new Map([...suites].filter(([name]) => isChosen(names, name)));
    refuseUnheeded(program, chosen, options);
    exitCode = await run(chosen, options);
  });
  try {
    await program.parseAsync(parameters, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // The error is already printed. --help also ends this way.
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  return exitCode;
}

/** Creates the parser of the command line with the package commander, which the command line of Skein also uses. */
function createProgram(
  suites: ReadonlyMap<string, Suite>,
  action: (names: readonly string[], options: Options) => Promise<void>,
): Command {
  const list = [...suites].map(([name, { description, takes = [] }]) => {
    const options = takes.map((key) => ` --${key}`).join('');
    return `  ${name.padEnd(13)} ${description}${options && `;${options}`}`;
  });
  return new Command('npm run bench --')
    .description('Measure Skein: suites side by side, each result with the hash of its last state.')
    .addArgument(
      new Argument('[suite...]', 'which suites (default: all)').choices([...suites.keys()]),
    )
    .option('--quick', 'fewer and smaller runs, some minutes on two cores', false)
    .option('--out <folder>', 'where results.json and report.html go (default: bench/results)')
    .option(
      '--repeat <n>',
      'how many times to run each suite, to see how its medians spread',
      wholeNumber(1, 1000),
      1,
    )
    .option('--agents <n>', 'how many agents', wholeNumber(1, LIMITS.agents))
    .option('--sizes <n,...>', 'numbers of agents', wholeNumbers(1, LIMITS.agents))
    .option('--workers <n>', 'how many workers', wholeNumber(1, MAX_WORKERS))
    .option('--kernels <name,...>', 'which kernels: ts, simd', kernelNames)
    .option('--only <name,...>', 'rows whose name has one of these words', words)
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
  npm run bench -- shapes --only flown,torus --agents 20000

Exit codes: 0 done, 1 a suite failed, 2 wrong usage, 130 interrupted; what was
measured until then is kept.`,
    )
    .action(async (names: string[], { quick, out = RESULTS, repeat, ...choice }: Given) => {
      await action(names, { quick, out, repeat, choice });
    });
}

const isChosen = (names: readonly string[], name: string): boolean =>
  names.length === 0 || names.includes(name);

/**
 * Ends with an error if a suite does not support one of the user's choices. Otherwise, the suite would measure
 * something that the user did not ask for.
 */
function refuseUnheeded(
  program: Command,
  suites: ReadonlyMap<string, Suite>,
  { choice }: Options,
): void {
  for (const key of Object.keys(choice) as (keyof Choice)[]) {
    for (const [name, { takes = [] }] of suites) {
      if (takes.includes(key)) continue;
      program.error(`error: --${key} is not for the suite '${name}'`);
    }
  }
}

async function run(
  suites: ReadonlyMap<string, Suite>,
  { quick, out, repeat, choice }: Options,
): Promise<number> {
  const control = new AbortController();
  const interrupt = () => control.abort();
  // Only for the first signal, so that a second Ctrl-C ends the process immediately.
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const folder = resolve(out);
  const { signal } = control;
  try {
    const results = await bench({
      suites,
      quick,
      choice,
      repeat,
      out: folder,
      signal,
      print,
      progress,
    });
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

/**
 * Writes a text about the progress on a line of the terminal, over the earlier text. Does nothing if there is no
 * terminal.
 */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
