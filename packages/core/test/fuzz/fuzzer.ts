import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomOf } from '../helpers/random-of.ts';
import { Coverage } from './coverage.ts';
import { bytesAskedFor, watchBuiltIns } from './watch.ts';

/** Random numbers in [0, 1). */
export type Random = () => number;

/** Any input of a gate. */
export interface Target<Input extends string | Uint8Array> {
  readonly name: string;
  /** Where mutation begins; each is right as it is, or nearly. */
  readonly corpus: readonly Input[];
  mutate(input: Input, other: Input, random: Random): Input;
  /**
   * Reads an input through the gate.
   *
   * @returns what is done with one that is taken in, to see that it works; undefined when it was refused by type
   * @throws anything else, which is a hole
   */
  gate(input: Input): (() => void | Promise<void>) | undefined;
}

/** How far it goes; whichever comes first. */
export interface Extent {
  readonly seed: number;
  readonly count?: number | undefined;
  readonly seconds?: number | undefined;
  /** Whether inputs that reach new code are mutated further; a case then takes three times as long. */
  readonly guided?: boolean;
}

export interface Tally {
  cases: number;
  refused: number;
  /** Inputs that reached new code and were kept to be mutated further. */
  kept: number;
  blocks: number;
  slowestMs: number;
  /** Cases in a second of the processor. */
  perSecond: number;
}

/** Of reading one input, however it was made. */
const MAX_GATE_MS = 100;
/** Bytes that a refusal may ask for: this many for each byte of the input, and this many once. */
const REFUSAL_BYTES = { each: 16, once: 0x40_0000 };
/** Cases between two looks at the coverage, which takes as long as many of them: few while much is new. */
const BATCH = { least: 8, most: 512 };
/** Times a smaller case is tried for one that fails. */
const TRIES = 300;

/**
 * Mutates inputs and checks that the gate holds: what is refused is refused by type, in time, before
 * memory is taken; what is taken in works; and nothing built in is changed.
 *
 * @throws Error for the first case that does not, made small, with the file that holds it
 */
export async function fuzz<Input extends string | Uint8Array>(
  target: Target<Input>,
  {
    seed,
    count = Number.POSITIVE_INFINITY,
    seconds = Number.POSITIVE_INFINITY,
    guided = false,
  }: Extent,
): Promise<Tally> {
  const random = randomOf(seed);
  const corpus = [...target.corpus];
  const refused: Input[] = [];
  const tally = noneYet();
  const check = watchBuiltIns();
  const coverage = guided ? new Coverage((url) => /packages\/\w+\/src\//.test(url)) : undefined;
  const begun = process.cpuUsage();
  const end = Date.now() + 1000 * seconds;
  const attempt = async (input: Input, to: Tally): Promise<void> => {
    const problem = await problemOf(target, input, check, to);
    if (problem === undefined) return;
    const least = await smallest(target, input, problem, check);
    const file = keep(target.name, least);
    const again = `npm run tool -- fuzz --target ${target.name} --file ${file}`;
    const where = `${target.name}, seed ${seed}, case ${tally.cases}`;
    throw new Error(`${where}: ${problem}\n${show(least)}\n${again}`);
  };
  const look = () => coverage?.look() ?? [];
  /**
   * Halves a batch that reached `blocks`, which are new, until it is known which inputs did. Then they are
   * known, even if none did alone: the engine may report another end of a block that ran more often.
   */
  const keepNew = async (batch: readonly Input[], blocks: readonly string[]): Promise<void> => {
    const middle = Math.ceil(batch.length / 2);
    const halves = [batch.slice(0, middle), batch.slice(middle)].filter(({ length }) => length > 0);
    let found = false;
    for (const [nth, half] of halves.entries()) {
      // If none of the first half reached them, the second did; a lone input runs, to see which it reached.
      if (half.length > 1 && nth === 1 && !found) {
        await keepNew(half, blocks);
        continue;
      }
      const again = noneYet();
      for (const input of half) await attempt(input, again);
      const own = look();
      if (own.length === 0) continue;
      found = true;
      if (half.length > 1) {
        await keepNew(half, own);
        continue;
      }
      (again.refused > 0 ? refused : corpus).push(half[0]);
      tally.kept++;
      coverage?.keep(own);
    }
    coverage?.keep(blocks);
  };
  try {
    for (const input of target.corpus) await attempt(input, noneYet());
    coverage?.keep(look());
    let size = BATCH.least;
    while (tally.cases < count && Date.now() < end) {
      const batch: Input[] = [];
      const wanted = Math.min(size, count - tally.cases);
      while (batch.length < wanted) {
        // An input that is already refused is mostly refused after any other change.
        const deep = refused.length > 0 && random() < 0.2;
        let input = pick(deep ? refused : corpus, random);
        for (let n = Math.floor(1 + 3 * random() ** 3); n > 0; n--) {
          input = target.mutate(input, pick(corpus, random), random);
        }
        batch.push(input);
        tally.cases++;
        await attempt(input, tally);
        if (Date.now() > end) break;
      }
      const blocks = look();
      const isNew = blocks.length > 0;
      size = isNew ? Math.max(BATCH.least, size / 2) : Math.min(BATCH.most, size * 2);
      if (isNew) await keepNew(batch, blocks);
    }
  } finally {
    tally.blocks = coverage?.blocks ?? 0;
    coverage?.stop();
  }
  const { user, system } = process.cpuUsage(begun);
  tally.perSecond = Math.round((1e6 * tally.cases) / (user + system));
  return tally;
}

/** Tries the case of a file again. @throws Error when it fails */
export async function repeat(
  target: Target<string> | Target<Uint8Array>,
  file: string,
): Promise<void> {
  const { text, base64 } = JSON.parse(readFileSync(file, 'utf8'));
  const input = text ?? new Uint8Array(Buffer.from(base64, 'base64'));
  const problem = await problemOf(target as Target<string>, input, watchBuiltIns(), noneYet());
  if (problem !== undefined) throw new Error(problem);
}

function noneYet(): Tally {
  return { cases: 0, refused: 0, kept: 0, blocks: 0, slowestMs: 0, perSecond: 0 };
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)];
}

/**
 * Starts to measure; what it returns says how long it has been, ms. `byProcessor`: without the time in
 * which others had the processor, which takes as long to ask for as many a case.
 */
export function stopwatch(byProcessor: boolean): () => number {
  const begun = performance.now();
  const cpu = byProcessor ? process.cpuUsage() : undefined;
  return () => {
    const ms = performance.now() - begun;
    if (cpu === undefined) return ms;
    const { user, system } = process.cpuUsage(cpu);
    return Math.min(ms, (user + system) / 1000);
  };
}

/** The problem that an input causes, if any. */
async function problemOf<Input extends string | Uint8Array>(
  target: Target<Input>,
  input: Input,
  check: () => void,
  tally: Tally,
): Promise<string | undefined> {
  try {
    let works: ReturnType<Target<Input>['gate']>;
    let ms = Number.POSITIVE_INFINITY;
    let bytes = 0;
    // Again where it took long: the processor may have been away, or compiling.
    for (let turn = 0; turn < 4 && ms > MAX_GATE_MS; turn++) {
      const passed = stopwatch(turn > 0);
      bytes = bytesAskedFor(() => {
        works = target.gate(input);
      });
      ms = Math.min(ms, passed());
    }
    if (ms > MAX_GATE_MS) return `${ms.toFixed(0)} ms to read, expected at most ${MAX_GATE_MS}`;
    if (tally.cases > 32) tally.slowestMs = Math.max(tally.slowestMs, ms);
    const most = REFUSAL_BYTES.once + REFUSAL_BYTES.each * input.length;
    if (works === undefined) {
      tally.refused++;
      if (bytes > most) return `asked for ${bytes} bytes to refuse ${input.length}`;
    } else await works();
    check();
    return undefined;
  } catch (error) {
    return error instanceof Error ? `${error.stack}` : String(error);
  }
}

/** An input as small as can be that fails in the same way: made by removing ever smaller pieces. */
async function smallest<Input extends string | Uint8Array>(
  target: Target<Input>,
  input: Input,
  problem: string,
  check: () => void,
): Promise<Input> {
  const kind = kindOf(problem);
  let least = input;
  let tries = 0;
  for (let piece = Math.ceil(input.length / 2); tries < TRIES; piece = Math.ceil(piece / 2)) {
    for (let at = 0; at < least.length && tries < TRIES; tries++) {
      const without = remove(least, at, at + piece);
      const other = await problemOf(target, without, check, noneYet());
      if (other !== undefined && kindOf(other) === kind) least = without;
      else at += piece;
    }
    if (piece <= 1) break;
  }
  return least;
}

/** The first line without its numbers. */
function kindOf(problem: string): string {
  return problem.split('\n', 1)[0].replace(/[\d.]+/g, '');
}

function remove<Input extends string | Uint8Array>(
  input: Input,
  begin: number,
  end: number,
): Input {
  if (typeof input === 'string') return (input.slice(0, begin) + input.slice(end)) as Input;
  const bytes = input as Uint8Array;
  return Uint8Array.from([...bytes.subarray(0, begin), ...bytes.subarray(end)]) as Input;
}

function show(input: string | Uint8Array): string {
  if (typeof input !== 'string') return `${input.length} bytes`;
  return input.length < 2000 ? JSON.stringify(input) : `${input.length} characters`;
}

/** Writes a case to a file, and gives its path. */
function keep(name: string, input: string | Uint8Array): string {
  const folder = join(tmpdir(), 'skein-fuzz');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}-${Date.now()}.json`);
  const content =
    typeof input === 'string' ? { text: input } : { base64: Buffer.from(input).toString('base64') };
  writeFileSync(file, JSON.stringify(content));
  return file;
}
