import type { Problem } from '@skein/core';
import { jsonPath } from '@skein/core/describe';
import { isRefusal } from './plan-error.ts';
import { valuesOfText } from './values.ts';

/** Arguments of the command line that replace a plan, or parts of it. They are not parsed yet. */
export interface PlanArguments {
  readonly ticks?: string;
  readonly every?: string;
  readonly warmup?: string;
  readonly seeds?: string;
  readonly sample?: string;
  /** The size of a sample that draws values. */
  readonly n?: string;
  /** Assignments of values to parameters, such as `boid.separation.weight=0..3x7`. */
  readonly set?: readonly string[];
  readonly measure?: readonly string[];
  /** The format of the trajectories. */
  readonly trajectories?: string;
}

/**
 * A plan after arguments were applied to it. `places` has an entry for each part of the plan that an argument sets. The
 * key is the JSON path of the part. The value is the text by which messages name the argument. `problems` are the
 * problems of the arguments.
 */
export interface ArguedPlan {
  readonly input: Readonly<Record<string, unknown>>;
  readonly places: Map<string, string>;
  readonly problems: Problem[];
}

/** Applies arguments to a plan. An argument overrides the value in the plan. */
export function withArguments(
  plan: Readonly<Record<string, unknown>>,
  { ticks, every, warmup, seeds, sample, n, set = [], measure, trajectories }: PlanArguments,
): ArguedPlan {
  const input: Record<string, unknown> = { ...plan };
  const places = new Map<string, string>();
  const problems: Problem[] = [];
  const put = (key: string, option: string, value: unknown): void => {
    if (value === undefined) return;
    input[key] = value;
    places.set(jsonPath([key]), option);
  };
  put('ticks', '--ticks', wholeOrText(ticks));
  put('every', '--every', wholeOrText(every));
  put('warmup', '--warmup', wholeOrText(warmup));
  put('seeds', '--seeds', seeds);
  put('sample', '--sample', sample);
  if (n !== undefined) {
    put('sample', sample === undefined ? '--n' : '--sample', withCount(input.sample ?? 'grid', n));
  }
  put('measures', '--measure', measure);
  if (trajectories !== undefined) {
    const own = isObject(plan.trajectories) ? plan.trajectories : {};
    input.trajectories = { ...own, format: trajectories };
    places.set(jsonPath(['trajectories', 'format']), '--trajectories');
  }
  if (set.length === 0) return { input, places, problems };

  const { parameters: own } = plan;
  const parameters = new Map<string, unknown>(isObject(own) ? Object.entries(own) : []);
  for (const text of set) {
    const end = text.startsWith('$') ? behindPath(text) : text.indexOf('=');
    const name = end < 0 ? text : text.slice(0, end);
    const place = `--set ${name}`;
    const path = jsonPath(['parameters', name]);
    if (end <= 0) {
      const found = end < 0 ? 'no "="' : 'no name';
      problems.push({ path: place.trimEnd(), found, expected: 'NAME=VALUES' });
      continue;
    }
    if (places.has(path)) {
      problems.push({ path: place, found: 'a second time', expected: 'each parameter once' });
      continue;
    }
    places.set(path, place);
    const values = valuesOfText(text.slice(end + 1));
    if (values !== null && typeof values === 'object' && isRefusal(values)) {
      problems.push({ path: place, ...values });
    } else parameters.set(name, values);
  }
  return { input: { ...input, parameters: Object.fromEntries(parameters) }, places, problems };
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Puts another count into a sample: into its text, such as `latin:200:7`, or into its object. */
function withCount(sample: unknown, count: string): unknown {
  if (typeof sample !== 'string') return { ...Object(sample), count: wholeOrText(count) };
  const [type, , seed] = sample.split(':');
  return [type, count, ...(seed === undefined ? [] : [seed])].join(':');
}

/** Parses a whole number in plain decimal digits. Any other text is returned unchanged; a later check refuses it. */
function wholeOrText(text: string | undefined): number | string | undefined {
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/** Returns the position of the "=" after a path. Quoted keys inside the path may contain "=" too. */
function behindPath(text: string): number {
  const path = /^\$(?:\.[A-Za-z_$][\w$]*|\[\d+\]|\["(?:[^"\\]|\\.)*"\])*/.exec(text);
  return text.indexOf('=', path?.[0].length ?? 0);
}
