import { parseScenario, type Scenario } from '@skein/core';
import stringify from 'json-stringify-pretty-compact';
import { plainLists } from '../share/plain-lists.ts';
import { runScenario, type ScenarioRun } from '../share/run-scenario.ts';
import { schemaWith } from './scenario-schema.ts';
import { type Schema, SchemaWalk } from './schema-walk.ts';

/** The maximum length of a line, in characters. */
const WIDTH = 80;

/** Formats JSON as text. Short lists and objects are on one line. */
export function layOut(json: unknown): string {
  return `${stringify(json, { maxLength: WIDTH })}\n`;
}

/** The text of a scenario that repeats the run. Default values are left out. */
export function runText(run: ScenarioRun): string {
  const whole: unknown = JSON.parse(JSON.stringify(runScenario(run), plainLists));
  return layOut(terse(whole));
}

/** Keys whose numbers are written even if they equal the default, because visitors like to change these numbers. */
const ALWAYS: ReadonlySet<string> = new Set(['weight', 'seed']);

/** Returns a copy of a scenario without default values and empty lists. */
export function terse(whole: unknown): unknown {
  const walk = new SchemaWalk(schemaWith((whole as Scenario).laws));
  const entries = Object.entries(without(walk, whole, walk.rootOf(whole)) as object);
  const short = Object.fromEntries(entries.filter(([, value]) => textOf(value) !== '{}'));
  // The short form must parse to the same scenario.
  return textOf(parseScenario(short)) === textOf(parseScenario(whole)) ? short : whole;
}

function without(walk: SchemaWalk, value: unknown, forms: readonly Schema[]): unknown {
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one !== 'object')) return value;
    return value.map((one, index) => without(walk, one, walk.childOf(forms, index, one)));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, one]) => {
    const own = walk.childOf(forms, key, one);
    const text = textOf(one);
    const isDefault = own.some((form) => 'default' in form && textOf(form.default) === text);
    if (isDefault && !ALWAYS.has(key)) return [];
    const isNeeded = forms.some(({ required = [] }) => required.includes(key));
    return text === '[]' && !isNeeded ? [] : [[key, without(walk, one, own)] as const];
  });
  return Object.fromEntries(entries);
}

function textOf(value: unknown): string {
  return JSON.stringify(value, plainLists);
}
