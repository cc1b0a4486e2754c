import { createRequire } from 'node:module';
import { styleText } from 'node:util';
import { MAX_CHECK_WORLDS, MAX_TICK, MAX_WORKERS } from '@skein/core/basics';
import { TABLE_FORMATS, TRAJECTORY_FORMATS } from '@skein/sweep/table-format';
import { MAX_STALL_MS, MIN_STALL_MS } from '@skein/worker/limits';
import { Argument, Command, CommanderError, Option } from 'commander';
import type { AnalyzeCommandOptions } from './analyze.ts';
import {
  agentList,
  cell,
  decimal,
  fieldOutputs,
  inputPath,
  inputPaths,
  oneOf,
  pairsOfPoints,
  parameterChanges,
  points,
  savedPath,
  shard,
  share,
  tablePath,
  texts,
  toleranceOf,
  trajectoryPath,
  wholeNumber,
} from './arguments.ts';
import type { CheckOptions } from './check.ts';
import type { DiffOptions } from './diff.ts';
import { CliError, describeError, exitCodeOf } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { FitCommandOptions } from './fit-options.ts';
import type { FlowCommandOptions } from './flow.ts';
import type { GroundCommandOptions } from './ground.ts';
import {
  ANALYZE_MEASURE_HELP,
  ANALYZE_NOTES,
  CHECK_FILES_HELP,
  CHECK_NOTES,
  CHECK_SEED_HELP,
  CHECKPOINT_HELP,
  COMPLETION_NOTES,
  CONCURRENCY_HELP,
  CURVE_HELP,
  CUTOFF_HELP,
  DIFF_NOTES,
  EVERY_HELP,
  EXIT_CODE_HELP,
  FIELD_HELP,
  FIT_NOTES,
  FIT_SEED_HELP,
  FIT_SET_HELP,
  FIT_TOLERANCE_HELP,
  FLOW_NOTES,
  FLOW_OUT_HELP,
  FORMAT_HELP,
  FROM_HELP,
  GENERATIONS_HELP,
  GROUND_NOTES,
  IDLE_HELP,
  INIT_NAME_HELP,
  INIT_NOTES,
  KERNEL_HELP,
  KERNELS_NOTES,
  LAW_BUILD_NOTES,
  LAW_CHECK_NOTES,
  LAW_NOTES,
  LAWS_HELP,
  LIST_NOTES,
  MEASURE_HELP,
  MEASURE_OUT_HELP,
  N_HELP,
  NEIGHBORS_HELP,
  ONLY_HELP,
  OUT_HELP,
  PATH_NOTES,
  PLAN_HELP,
  POPULATION_HELP,
  PROGRAM_EXAMPLES,
  QUEUE_NAME_HELP,
  RELATIVE_HELP,
  REPLAY_NOTES,
  REPORT_MEASURE_HELP,
  REPORT_NOTES,
  REPORT_OUT_HELP,
  RERUN_NOTES,
  RESAMPLES_HELP,
  RETRIES_HELP,
  RUN_NOTES,
  SAMPLE_HELP,
  SCHEMA_LAWS_HELP,
  SCHEMA_NOTES,
  SERVE_NOTES,
  SET_HELP,
  SIGMA_HELP,
  STALL_HELP,
  STDIO_HELP,
  SWEEP_NOTES,
  SWEEP_QUEUE_HELP,
  SWEEP_SET_HELP,
  SWEEP_TRAJECTORIES_HELP,
  TEAM_KERNEL_HELP,
  TICKS_HELP,
  TO_HELP,
  TOLERANCE_HELP,
  TRAJECTORIES_HELP,
  VERIFY_HELP,
  WORKER_NOTES,
  WORKERS_HELP,
  WORLDS_HELP,
} from './help.ts';
import { hasColors } from './highlight.ts';
import { KERNEL_CHOICES, TEAM_KERNEL_CHOICES } from './kernel-choice.ts';
import type { KernelsOptions } from './kernels.ts';
import type { LawBuildOptions } from './law-build.ts';
import { DEFAULT_CHECK_SEED, DEFAULT_WORLDS, type LawCheckOptions } from './law-check-options.ts';
import type { ListOptions } from './list.ts';
import { reportText, StreamOutput, tellError } from './output.ts';
import type { PathOptions } from './path.ts';
import { printable } from './printable.ts';
import type { ReplayOptions } from './replay.ts';
import type { ReportCommandOptions } from './report.ts';
import type { RerunOptions } from './rerun.ts';
import { DEFAULT_EVERY, type RunOptions } from './run-options.ts';
import type { SchemaOptions } from './schema.ts';
import { SHELLS } from './shells.ts';
import type { SweepCommandOptions } from './sweep-options.ts';
import type { WorkerCommandOptions } from './worker.ts';

const MAX_SEED = 0xffffffff;
const MAX_JOBS = 1024;
/** What commander says of the options that `--trajectories` has replaced. */
const REPLACED = /unknown option '--(?:agents|csv)\b[^']*'/;
const MAX_GENERATIONS = 100_000;
const MAX_POPULATION = 10_000;
/** The maximum time that a worker may wait on an empty queue, in seconds: 30 days. */
const MAX_SECONDS = 2_592_000;

/** Runs one command line and prints any error. Returns the exit code. */
export async function runCommand(args: readonly string[]): Promise<ExitCode> {
  try {
    return await runProgram(args);
  } catch (error) {
    tellError(describeError(error));
    return exitCodeOf(error);
  }
}

/**
 * Runs one command line and returns its exit code. Modules are loaded only by the commands that need them. The engine,
 * zod, tables and the Redis client each take longer to load than many commands take to run.
 *
 * @throws any error that occurs after the arguments are parsed
 */
export async function runProgram(args: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  const program = createProgram((code) => {
    exitCode = code;
  });
  try {
    // The help of an unknown command would print the help of the program instead.
    const asked = args[0] === 'help' && isUnknown(program, args[1]) ? args.slice(1) : args;
    const words = isUnknown(program, asked[0]) ? [asked[0]] : asked;
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // The error is already printed. --help and --version also end this way.
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  return exitCode;
}

/**
 * Whether a word is neither an option nor the name of a command. Without this check, commander prints the help of the
 * program when --help follows such a word.
 */
function isUnknown({ commands }: Command, word = '-'): boolean {
  return (
    !word.startsWith('-') && !['help', ...commands.map((command) => command.name())].includes(word)
  );
}

function createProgram(end: (code: ExitCode) => void): Command {
  const program = new Command('skein')
    .description(
      'Step flocks, crowds and homing beams on many threads, with bit-identical results.',
    )
    .option('-V, --version', 'print the version')
    .on('option:version', () => {
      // Read only now, because it takes a while to find the package.
      process.stdout.write(`${version()}\n`);
      throw new CommanderError(0, 'commander.version', '');
    })
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help for a command')
    .exitOverride()
    .configureOutput({
      // Help and version contain no untrusted text.
      writeOut: (text) => process.stdout.write(text),
      writeErr: (text) => process.stderr.write(printable(text)),
      outputError: (text) => {
        const told = text.replace(/^error:/, 'skein:').replace(REPLACED, '$&; use --trajectories');
        process.stderr.write(reportText(told, process.stderr));
      },
      getOutHasColors: () => hasColors(process.stdout),
      // Commander would add styles after the text is made safe to print.
      getErrHasColors: () => false,
    })
    // The descriptions already name choices and defaults, in fewer words.
    .configureHelp({
      optionDescription: (option) => option.description,
      styleTitle: (title) => styleText('bold', title, { validateStream: false }),
    })
    .addHelpText('after', PROGRAM_EXAMPLES + EXIT_CODE_HELP);

  program
    .command('run')
    .description('Step a scenario, then print a summary.')
    .argument('[file]', 'a scenario in JSON; - is standard input')
    .option('--ticks <n>', TICKS_HELP, wholeNumber(1, MAX_TICK))
    .option('--workers <w>', WORKERS_HELP, wholeNumber(1, MAX_WORKERS))
    .option('--stall-ms <ms>', STALL_HELP, wholeNumber(MIN_STALL_MS, MAX_STALL_MS))
    .option('--laws <file>', LAWS_HELP, inputPaths)
    .option('--set <parameter>', SET_HELP, parameterChanges)
    .option('--seed <s>', "the seed to use instead of the scenario's", wholeNumber(0, MAX_SEED))
    .addOption(
      choiceOption('--kernel <name>', TEAM_KERNEL_HELP, TEAM_KERNEL_CHOICES).default('auto'),
    )
    .option('--trajectories <out>', TRAJECTORIES_HELP, trajectoryPath)
    .option('--only <list>', ONLY_HELP, agentList)
    .option('--field <name=out>', FIELD_HELP, fieldOutputs)
    .option('--measure <list>', MEASURE_HELP, texts)
    .option('--out <file>', MEASURE_OUT_HELP, tablePath)
    .option('--hash', 'for each sample, print a line with the tick and the hash')
    .option('--every <k>', EVERY_HELP, wholeNumber(1, MAX_TICK))
    .option('--save <out>', 'save snapshots of the run to this file', savedPath)
    .option('--resume <in>', 'continue from a snapshot instead of a scenario')
    .option('--record <out>', 'write a replay of the run to this file', savedPath)
    .option('--heavy', 'repeat each tick from a snapshot, and compare the results')
    .option('--json', 'print the summary as one line of JSON')
    .addHelpText('after', RUN_NOTES)
    .action(async (file: string | undefined, options: RunOptions) => {
      const { run } = await load(import('./run.ts'));
      end(await run(file, options));
    });

  program
    .command('check')
    .description('Check scenarios: report every problem, and the warnings for valid scenarios.')
    .argument('<file...>', CHECK_FILES_HELP)
    .option('--laws <file>', LAWS_HELP, inputPaths)
    .option('--set <parameter>', SET_HELP, parameterChanges)
    .addHelpText('after', CHECK_NOTES)
    .action(async (files: readonly string[], options: CheckOptions) => {
      const { check } = await load(import('./check.ts'));
      const output = new StreamOutput('standard output', process.stdout, { isReport: true });
      end(await check(files, options, output));
    });

  program
    .command('replay')
    .description('Show the content of a replay, or run it again and compare the results.')
    .argument('<file>', 'the replay; - is standard input')
    .option('--verify', 'repeat the recorded run, and report where the repetition diverges')
    .option('--workers <w>', WORKERS_HELP, wholeNumber(1, MAX_WORKERS))
    .option('--stall-ms <ms>', STALL_HELP, wholeNumber(MIN_STALL_MS, MAX_STALL_MS))
    .addOption(
      choiceOption('--kernel <name>', TEAM_KERNEL_HELP, TEAM_KERNEL_CHOICES).default('auto'),
    )
    .option('--json', 'print one line of JSON')
    .addHelpText('after', REPLAY_NOTES)
    .action(async (file: string, options: ReplayOptions) => {
      const { replay } = await load(import('./replay.ts'));
      end(await replay(file, options, new StreamOutput('standard output', process.stdout)));
    });

  addDiffCommand(program, end);
  addFlowCommand(program, end);

  program
    .command('kernels')
    .description('List the kernels that can run here, and test the graphics card.')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', KERNELS_NOTES)
    .action(async (options: KernelsOptions) => {
      const { listKernels } = await load(import('./kernels.ts'));
      end(await listKernels(options, new StreamOutput('standard output', process.stdout)));
    });

  program
    .command('list')
    .description('List the behaviors with their parameters, units, ranges and defaults.')
    .argument('[type...]', 'only these types or families (default: all)')
    .option('--laws <file>', 'laws to list as well: a module or JSON; may be repeated', inputPaths)
    .option('--json', 'print one line of JSON')
    .addHelpText('after', LIST_NOTES)
    .action(async (types: readonly string[], options: ListOptions) => {
      const { list } = await load(import('./list.ts'));
      end(await list(types, options, new StreamOutput('standard output', process.stdout)));
    });

  addFileCommands(program, end);
  addSweepCommands(program, end);
  addLawCommands(program, end);
  addWorkerCommand(program, end);
  addServeCommand(program, end);
  addCompletionCommand(program, end);

  program
    .command('path')
    .description('Find the cheapest path between two cells of a map.')
    .argument('<map>', 'a map in MovingAI format or JSON; - is standard input')
    .requiredOption('--from <x,y>', 'the cell where the path begins: column and row, from 0', cell)
    .requiredOption('--to <x,y>', 'the cell where the path ends', cell)
    .addOption(choiceOption('--neighbors <n>', NEIGHBORS_HELP, ['4', '8']).default('8'))
    .option('--smooth', 'print only the cells where a straightened path turns')
    .option('--draw', 'draw the map and the path even if output is not a terminal')
    .option('--no-draw', 'do not draw the map and the path on a terminal')
    .option('--json', 'print the path as one line of JSON')
    .addHelpText('after', PATH_NOTES)
    .action(async (file: string, options: PathOptions) => {
      const { path } = await load(import('./path.ts'));
      end(await path(file, options));
    });

  program
    .command('ground')
    .description('Make a scenario of a level in glTF: its ground, with walkers on it.')
    .argument('<level>', 'the level: .glb or .gltf')
    .option('--radius <m>', 'the radius of a walker (default: 0.3)', decimal)
    .option('--height <m>', 'the height of a walker (default: 1.8)', decimal)
    .option('--climb <m>', 'the highest step that a walker climbs (default: 0.4)', decimal)
    .option('--slope <degrees>', 'the steepest slope that it walks on (default: 45)', decimal)
    .option('--cell-size <m>', 'the edge of a sample (default: about half of the radius)', decimal)
    .option('--out <file>', 'write the scenario to this file (default: standard output)', savedPath)
    .addHelpText('after', GROUND_NOTES)
    .action(async (level: string, options: GroundCommandOptions) => {
      const { ground } = await load(import('./ground.ts'));
      end(await ground(level, options, new StreamOutput('standard output', process.stdout)));
    });
  pointToHelp(program, 'skein');
  return program;
}

/**
 * Makes a command and its subcommands print how to get help after each message about wrong arguments. `line` is the
 * command line that runs the command.
 */
function pointToHelp(command: Command, line: string): void {
  command.showHelpAfterError(`See ${line} --help.`);
  for (const one of command.commands) pointToHelp(one, `${line} ${one.name()}`);
}

function addDiffCommand(program: Command, end: (code: ExitCode) => void): void {
  program
    .command('diff')
    .description('Name the first difference of two snapshots, replays or tables.')
    .argument('<A>', 'a snapshot, a replay or a table', inputPath)
    .argument('<B>', 'a file of the same kind', inputPath)
    .option('--tolerance <t>', TOLERANCE_HELP, toleranceOf)
    .option('--relative <r>', RELATIVE_HELP, toleranceOf)
    .option('--json', 'print one line of JSON')
    .addHelpText('after', DIFF_NOTES)
    .action(async (a: string, b: string, options: DiffOptions) => {
      const { diff } = await load(import('./diff.ts'));
      end(await diff(a, b, options, new StreamOutput('standard output', process.stdout)));
    });
}

function addFlowCommand(program: Command, end: (code: ExitCode) => void): void {
  program
    .command('flow')
    .description('Measure flows across lines, or the crowd in an area, from written agents.')
    .argument('<trajectory>', 'a table that skein run wrote with --trajectories', inputPath)
    .option('--line <x1,y1,x2,y2>', 'a line to cross; may be repeated', pairsOfPoints)
    .option('--area <x1,y1,x2,y2>', 'two opposite corners of a box, instead of lines', points)
    .option('--cutoff <m>', CUTOFF_HELP, decimal)
    .option('--from <tick>', 'the first tick to read', wholeNumber(0, MAX_TICK))
    .option('--to <tick>', 'the last tick to read', wholeNumber(0, MAX_TICK))
    .option('--dt <s>', "the length of a tick (default: the table's)", decimal)
    .option('--out <file>', FLOW_OUT_HELP, tablePath)
    .option('--json', 'print one line of JSON')
    .addHelpText('after', FLOW_NOTES)
    .action(async (trajectory: string, options: FlowCommandOptions) => {
      const { flow } = await load(import('./flow.ts'));
      end(await flow(trajectory, options, new StreamOutput('standard output', process.stdout)));
    });
}

function addFileCommands(program: Command, end: (code: ExitCode) => void): void {
  program
    .command('init')
    .description('Write a small scenario to start from.')
    .argument('[name]', INIT_NAME_HELP, 'flock')
    .addHelpText('after', INIT_NOTES)
    .action(async (name: string) => {
      const { init } = await load(import('./init.ts'));
      end(await init(name, new StreamOutput('standard output', process.stdout)));
    });

  program
    .command('schema')
    .description('Print the JSON Schema of scenarios, for editors and other tools.')
    .option('--out <file>', 'write the schema to this file (default: standard output)', savedPath)
    .option('--laws <file>', SCHEMA_LAWS_HELP, inputPaths)
    .addHelpText('after', SCHEMA_NOTES)
    .action(async (options: SchemaOptions) => {
      const { schema } = await load(import('./schema.ts'));
      end(await schema(options, new StreamOutput('standard output', process.stdout)));
    });
}

function addCompletionCommand(program: Command, end: (code: ExitCode) => void): void {
  program
    .command('completion')
    .description('Print a script that completes skein in a shell.')
    .addArgument(
      new Argument('<shell>', 'bash, zsh or fish').choices(SHELLS).argParser(oneOf(SHELLS)),
    )
    .addHelpText('after', COMPLETION_NOTES)
    .action(async (shell: (typeof SHELLS)[number]) => {
      const { completionScript } = await load(import('./completion.ts'));
      const { BEHAVIOR_TYPES } = await load(import('@skein/core/describe'));
      const output = new StreamOutput('standard output', process.stdout);
      await output.write(completionScript(shell, program, BEHAVIOR_TYPES));
      end(EXIT.ok);
    });
}

function addSweepCommands(program: Command, end: (code: ExitCode) => void): void {
  program
    .command('sweep')
    .description(
      'Do the runs of a plan: all combinations of parameters and seeds, in separate processes.',
    )
    .argument('[plan]', PLAN_HELP)
    .option('--scenario <file>', 'the scenario, in JSON')
    .option('--laws <file>', LAWS_HELP, inputPaths)
    .option('--ticks <n>', TICKS_HELP)
    .option('--seeds <list>', "1..100, or 1,3,9..12 (default: the scenario's)")
    .option('--set <values>', SWEEP_SET_HELP, texts)
    .option('--sample <how>', SAMPLE_HELP)
    .option('--n <count>', N_HELP)
    .option('--measure <list>', MEASURE_HELP, texts)
    .option('--every <k>', `ticks between samples (default: ${DEFAULT_EVERY})`)
    .addOption(choiceOption('--trajectories <format>', SWEEP_TRAJECTORIES_HELP, TRAJECTORY_FORMATS))
    .option('--warmup <n>', 'average the samples from this tick on (default: only the last)')
    .option('--out <folder>', OUT_HELP, savedPath)
    .option('--jobs <n>', 'processes (default: one per core)', wholeNumber(1, MAX_JOBS))
    .option('--queue [url]', SWEEP_QUEUE_HELP)
    .option('--queue-name <name>', QUEUE_NAME_HELP)
    .option('--shard <i/n>', 'divide the runs into n parts, and do only part i', shard)
    .option('--verify <share>', VERIFY_HELP, share)
    .option('--retries <n>', RETRIES_HELP, wholeNumber(0, 1000))
    .option('--checkpoint-ms <ms>', CHECKPOINT_HELP, wholeNumber(1, 86_400_000))
    .addOption(choiceOption('--format <name>', FORMAT_HELP, TABLE_FORMATS))
    .option('--extend', 'let this plan replace the plan in the folder')
    .option('--dry-run', 'show what would be done, without doing it')
    .option('--tables', 'only write the tables of the runs finished so far')
    .option('--json', 'print the summary as one line of JSON')
    .addHelpText('after', SWEEP_NOTES)
    .action(async (plan: string | undefined, options: SweepCommandOptions) => {
      const { sweep } = await load(import('./sweep.ts'));
      end(await sweep(plan, options));
    });

  program
    .command('rerun')
    .description('Repeat one run of a sweep, and compare the results.')
    .argument('<results>', 'the folder of the results')
    .requiredOption('--run <n>', 'the index of the run, or the first digits of its key')
    .addOption(choiceOption('--kernel <name>', KERNEL_HELP, KERNEL_CHOICES).default('auto'))
    .option('--scenario <out>', 'write the scenario of the run to this file', savedPath)
    .option('--json', 'print one line of JSON')
    .addHelpText('after', RERUN_NOTES)
    .action(async (results: string, options: RerunOptions) => {
      const { rerun } = await load(import('./rerun.ts'));
      end(await rerun(results, options));
    });

  program
    .command('report')
    .description('Write a report on the results of a sweep: one HTML file, and its figures.')
    .argument('<results>', 'the folder of the results')
    .option('--out <file>', REPORT_OUT_HELP, savedPath)
    .option('--title <text>', "the title (default: the scenario's name and parameters)")
    .option('--measure <list>', REPORT_MEASURE_HELP, texts)
    .option('--from <tick>', FROM_HELP, wholeNumber(0, MAX_TICK))
    .option('--curve <file>', CURVE_HELP, inputPaths)
    .option('--svg <folder>', 'write each figure as SVG, too', savedPath)
    .option('--png <folder>', 'write each figure as PNG, too', savedPath)
    .addHelpText('after', REPORT_NOTES)
    .action(async (results: string, options: ReportCommandOptions) => {
      const { report } = await load(import('./report.ts'));
      end(await report(results, options, new StreamOutput('standard output', process.stdout)));
    });

  program
    .command('fit')
    .description('Find the parameters of a plan whose measures come closest to data.')
    .argument('[plan]', PLAN_HELP)
    .option('--to <file>', TO_HELP, tablePath)
    .option('--scenario <file>', 'the scenario, in JSON')
    .option('--laws <file>', LAWS_HELP, inputPaths)
    .option('--ticks <n>', TICKS_HELP)
    .option('--seeds <list>', "1..100, or 1,3,9..12 (default: the scenario's)")
    .option('--set <values>', FIT_SET_HELP, texts)
    .option('--measure <list>', MEASURE_HELP, texts)
    .option('--every <k>', `ticks between samples (default: ${DEFAULT_EVERY})`)
    .option('--warmup <n>', 'average the samples from this tick on (default: only the last)')
    .option('--generations <n>', GENERATIONS_HELP, wholeNumber(1, MAX_GENERATIONS))
    .option('--population <n>', POPULATION_HELP, wholeNumber(4, MAX_POPULATION))
    .option('--sigma <s>', SIGMA_HELP, decimal)
    .option('--fit-seed <n>', FIT_SEED_HELP, wholeNumber(0, MAX_SEED))
    .option('--tolerance <t>', FIT_TOLERANCE_HELP, toleranceOf)
    .option('--out <folder>', OUT_HELP, savedPath)
    .option('--jobs <n>', 'processes (default: one per core)', wholeNumber(1, MAX_JOBS))
    .option('--retries <n>', RETRIES_HELP, wholeNumber(0, 1000))
    .option('--checkpoint-ms <ms>', CHECKPOINT_HELP, wholeNumber(1, 86_400_000))
    .addOption(choiceOption('--format <name>', FORMAT_HELP, TABLE_FORMATS))
    .option('--extend', 'let this fit replace the fit in the folder')
    .option('--dry-run', 'show what would be done, without doing it')
    .option('--json', 'print the result as one line of JSON')
    .addHelpText('after', FIT_NOTES)
    .action(async (plan: string | undefined, options: FitCommandOptions) => {
      const { fit } = await load(import('./fit.ts'));
      end(await fit(plan, options));
    });

  program
    .command('analyze')
    .description('Analyze how the measures of a sweep depend on its parameters.')
    .argument('<results>', 'the folder of the results, of the sample sobol or morris')
    .option('--measure <list>', ANALYZE_MEASURE_HELP, texts)
    .option('--from <tick>', FROM_HELP, wholeNumber(0, MAX_TICK))
    .option('--resamples <n>', RESAMPLES_HELP, wholeNumber(1, 100_000))
    .option('--seed <n>', 'the seed of the resamples (default: 1)', wholeNumber(0, 0xffffffff))
    .option('--json', 'print one line of JSON')
    .addHelpText('after', ANALYZE_NOTES)
    .action(async (results: string, options: AnalyzeCommandOptions) => {
      const { analyze } = await load(import('./analyze.ts'));
      end(await analyze(results, options, new StreamOutput('standard output', process.stdout)));
    });
}

function addLawCommands(program: Command, end: (code: ExitCode) => void): void {
  const law = program
    .command('law')
    .description('Build laws, steering behaviors of your own, and check them.')
    .helpCommand('help [command]', 'print the help for a command')
    .addHelpText('after', LAW_NOTES);

  law
    .command('build')
    .description('Write, as JSON, the laws that a module exports.')
    .argument('<file>', 'the module: .js, .mjs, or .ts if this version of Node reads it')
    .option('--out <file>', 'write the laws to this file (default: standard output)', savedPath)
    .addHelpText('after', LAW_BUILD_NOTES)
    .action(async (file: string, options: LawBuildOptions) => {
      const { lawBuild } = await load(import('./law-build.ts'));
      end(await lawBuild(file, options, new StreamOutput('standard output', process.stdout)));
    });

  law
    .command('check')
    .description('Report what laws cost, and test them in random worlds.')
    .argument('<file>', 'a module, or JSON with laws or a scenario; - is standard input')
    .addOption(
      new Option('--worlds <n>', WORLDS_HELP)
        .argParser(wholeNumber(1, MAX_CHECK_WORLDS))
        .default(DEFAULT_WORLDS),
    )
    .addOption(
      new Option('--seed <s>', CHECK_SEED_HELP)
        .argParser(wholeNumber(0, MAX_SEED))
        .default(DEFAULT_CHECK_SEED),
    )
    .option('--json', 'print one line of JSON')
    .addHelpText('after', LAW_CHECK_NOTES)
    .action(async (file: string, options: LawCheckOptions) => {
      const { lawCheck } = await load(import('./law-check.ts'));
      end(await lawCheck(file, options, new StreamOutput('standard output', process.stdout)));
    });
}

function addWorkerCommand(program: Command, end: (code: ExitCode) => void): void {
  program
    .command('worker')
    .description('Do the runs of a queue, which skein sweep --queue fills.')
    .addOption(
      new Option('--queue <url>', 'the address of Redis (default: SKEIN_QUEUE in the environment)')
        .env('SKEIN_QUEUE')
        .makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--store <where>',
        'where to keep checkpoints: a folder or s3://BUCKET (default: SKEIN_STORE)',
      )
        .env('SKEIN_STORE')
        .makeOptionMandatory(),
    )
    .option('--queue-name <name>', QUEUE_NAME_HELP)
    .option('--concurrency <n>', CONCURRENCY_HELP, wholeNumber(1, MAX_JOBS))
    .option('--checkpoint-ms <ms>', CHECKPOINT_HELP, wholeNumber(1, 86_400_000))
    .option('--idle <s>', IDLE_HELP, wholeNumber(1, MAX_SECONDS))
    .addHelpText('after', WORKER_NOTES)
    .action(async (options: WorkerCommandOptions) => {
      const { worker } = await load(import('./worker.ts'));
      end(await worker(options));
    });
}

function addServeCommand(program: Command, end: (code: ExitCode) => void): void {
  program
    .command('serve')
    .description('Step worlds for another program, such as the Python package.')
    .requiredOption('--stdio', STDIO_HELP)
    .addHelpText('after', SERVE_NOTES)
    .action(async () => {
      const { serve } = await load(import('./serve.ts'));
      end(await serve());
    });
}

/** Returns an option that takes one of several words. For a typo, the error suggests the nearest word. */
function choiceOption(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(flags, description).choices(choices).argParser(oneOf(choices));
}

/**
 * Waits for modules to be loaded. @throws CliError when they cannot be loaded, for example because too many files are
 * open
 */
async function load<T>(modules: Promise<T>): Promise<T> {
  try {
    return await modules;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(EXIT.failed, `cannot start: ${reason}`, { cause });
  }
}

function version(): string {
  return (createRequire(import.meta.url)('skein/package.json') as { version: string }).version;
}
