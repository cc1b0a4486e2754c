import { kernels, parseScenario, type Scenario, ScenarioError } from '@skein/core';
import { type Choices, ignoredText } from '../address.ts';
import { asChosen } from '../as-chosen.ts';
import { ChangesError, writeChanges } from '../changes.ts';
import { hasCount } from '../laws/count-slider.ts';
import { loadScene, SCENE_NAMES } from '../scenes.ts';
import { RunTextError, readRun } from './run-text.ts';
import { sharedRun } from './shared-run.ts';

/** Fetches the scenario of a file. If the file is refused, says so to the visitor, and resolves to undefined. */
type FetchFile = (address: string) => Promise<Scenario | undefined>;

/** The parts of a link that name a species of the scenario. */
type Named = Pick<Choices, 'counts' | 'many' | 'changes'>;

/**
 * Checks the parts of a link against the scenes of the page and against the scenario of the link. Returns the choices
 * that can be opened, with the scenario and the commands. For each part that is left out, `ignored` gets a text.
 *
 * @throws Error when the file of a scene cannot be fetched
 */
export async function soundChoices(
  asked: Choices,
  fetchFile: FetchFile,
  ignored: string[],
): Promise<Choices> {
  const isKnown = SCENE_NAMES.includes(asked.scene);
  if (!isKnown) ignored.unshift(ignoredText('scene', asked.scene, 'a scene of this page'));
  const scene = isKnown ? asked.scene : SCENE_NAMES[0];
  const kernel = soundKernel(asked, ignored);
  const choices = { ...asked, scene, kernel };
  const { workers, stallMs, options, address, ground } = choices;
  const file = address === undefined ? await newScenario(ground) : await fetchFile(address);
  if (address !== undefined && file === undefined) return { scene, options };
  const find = async () => file ?? (isKnown ? loadScene(scene) : undefined);
  if (choices.run !== undefined) {
    const found = await withRun(choices, find, ignored);
    if (found !== undefined) return found;
  }
  const base = await find();
  // What belongs to an unknown scene does not fit another one.
  if (base === undefined) return { scene, workers, stallMs, kernel, options };
  const { run, ...others } = choices;
  const atStart = run === undefined ? {} : { at: undefined, camera: undefined };
  return { ...others, file, ...soundNames(base, choices, ignored), ...atStart };
}

/**
 * The choices of a link with a run: with the scenario of the run, or with the one that `find` finds. Returns undefined
 * if the run is not valid.
 */
async function withRun(
  choices: Choices,
  find: () => Promise<Scenario | undefined>,
  ignored: string[],
): Promise<Choices | undefined> {
  try {
    const text = await readRun(choices.run!);
    const own = text.scenario === undefined ? await find() : parseScenario(text.scenario);
    // The unknown scene is already reported.
    if (own === undefined) return undefined;
    const faults: string[] = [];
    const sound = { ...choices, ...soundNames(own, choices, faults) };
    const { log } = sharedRun({ log: text.log }, own, (scenario) => asChosen(scenario, sound));
    ignored.push(...faults);
    const { address, ground } = choices;
    const isFile = (text.scenario ?? address ?? ground) !== undefined;
    return { ...sound, file: isFile ? own : undefined, history: log };
  } catch (error) {
    ignored.push(`run (${problemOf(error)})`);
    return undefined;
  }
}

/** What is wrong with a run. */
function problemOf(error: unknown): string {
  if (error instanceof ScenarioError) {
    const [{ path, found, expected }, ...others] = error.problems;
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    return `${path}: found ${found}, expected ${expected}${more}`;
  }
  if (error instanceof RunTextError || error instanceof ChangesError) return error.message;
  throw error;
}

function soundKernel({ kernel }: Choices, ignored: string[]): Choices['kernel'] {
  // Whether the graphics card can step the world, the start of the run finds out.
  if (kernel === undefined || kernel === 'gpu' || kernels().includes(kernel)) return kernel;
  ignored.push(ignoredText('kernel', kernel, `${kernels().join(' or ')} in this browser`));
  return undefined;
}

async function newScenario(ground: Choices['ground']): Promise<Scenario | undefined> {
  if (ground === undefined) return undefined;
  const { newScene } = await import('../edit/new-scene.ts');
  return newScene(ground);
}

/** The numbers of agents and the parameters that the scenario has. */
function soundNames(
  scenario: Scenario,
  { counts, many, changes }: Named,
  ignored: string[],
): Named {
  const sound = {
    counts: soundNumbers('count', scenario, counts, ignored),
    many: soundNumbers('many', scenario, many, ignored),
  };
  const chosen = asChosen(scenario, sound);
  return { ...sound, changes: changes && soundChanges(chosen, changes, ignored) };
}

function soundNumbers(
  key: 'count' | 'many',
  { species }: Scenario,
  numbers: Readonly<Record<string, number>> | undefined,
  ignored: string[],
): Readonly<Record<string, number>> | undefined {
  if (numbers === undefined) return undefined;
  const names = species
    .filter((species) => key === 'count' || hasCount(species))
    .map(({ name }) => name);
  const [sound, others] = parted(Object.entries(numbers), ([name]) => names.includes(name));
  for (const [name, number] of others) {
    const expected = `a species of the scene: ${names.join(', ') || 'none has a number'}`;
    ignored.push(ignoredText(key, `${name}:${number}`, expected));
  }
  return sound.length === 0 ? undefined : Object.fromEntries(sound);
}

function soundChanges(
  scenario: Scenario,
  changes: NonNullable<Choices['changes']>,
  ignored: string[],
): Choices['changes'] {
  const commands = changes.map((change) => ({ type: 'set' as const, tick: 0, ...change }));
  const problems = problemsByCommand(scenario, commands);
  const [sound, others] = parted(changes, (_, at) => !problems.has(at));
  for (const change of others) {
    const { found, expected } = problems.get(changes.indexOf(change))!;
    ignored.push(`set = ${writeChanges([change])} (found ${found}, expected ${expected})`);
  }
  return sound;
}

/** The first problem of each command that does not fit the scenario, by the place of the command. */
function problemsByCommand(scenario: Scenario, commands: readonly object[]) {
  const problems = new Map<number, { readonly found: string; readonly expected: string }>();
  try {
    parseScenario({ ...scenario, commands });
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    for (const problem of error.problems) {
      const place = /^\$\.commands\[(\d+)\]/.exec(problem.path);
      if (place === null) throw error;
      if (!problems.has(Number(place[1]))) problems.set(Number(place[1]), problem);
    }
  }
  return problems;
}

/** Parts a list into the elements that pass the test, and the others. */
function parted<T>(all: readonly T[], isSound: (one: T, at: number) => boolean): [T[], T[]] {
  return [all.filter(isSound), all.filter((value, at) => !isSound(value, at))];
}

/** The number of similar scenes that are offered. */
const SIMILAR = 3;

/** The scenes with the most similar names. The most similar one comes first. */
export function similarScenes(name: string): readonly string[] {
  const asked = pairsOf(name);
  const likeness = (scene: string): number => {
    const own = pairsOf(scene);
    const shared = [...own].filter((pair) => asked.has(pair)).length;
    return shared / (own.size + asked.size);
  };
  return SCENE_NAMES.filter((scene) => likeness(scene) > 0)
    .sort((a, b) => likeness(b) - likeness(a))
    .slice(0, SIMILAR);
}

/** The pairs of neighboring letters in a name (Dice 1945). */
function pairsOf(name: string): ReadonlySet<string> {
  const letters = name.slice(0, MAX_COMPARED).toLowerCase();
  return new Set(
    Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)),
  );
}

/** The number of letters of a name that are compared. */
const MAX_COMPARED = 64;
