// This script runs in a worker of the lab's frame, bundled as one script. It provides the modules that a visitor's code
// can import, runs that code, and reports the result. The code shares the worker, so nothing here is a guard: the page
// checks everything that comes out.
import * as core from '@skein/core/laws';

const MODULES = ['@skein/core/laws', '@skein/core'];
/** The maximum number of characters of a stack trace that are reported. */
const MAX_STACK = 4000;

const { atan2, cos, exp, log, pow, sin, bool, float, select, uint, vec3 } = core;
const { evaluateLaw, evaluateLawNext, evaluateLawLife, lawCost } = core;

type Exports = Record<string, unknown>;
type Require = (name: string) => unknown;

const defined: unknown[] = [];

/** Does the same as `defineLaw` of core, and also records the law, so that code without exports works, too. */
const defineLaw: typeof core.defineLaw = (options) => {
  const law = core.defineLaw(options);
  defined.push(law);
  return law;
};

const given: Exports = {
  ...{ defineLaw, atan2, cos, exp, log, pow, sin, bool, float, select, uint, vec3 },
  ...{ evaluateLaw, evaluateLawNext, evaluateLawLife, lawCost },
};

/** The module that laws import. Access to an unknown name throws at once, with a message that lists the known names. */
const laws = new Proxy(given, {
  get(target, key) {
    if (typeof key === 'symbol' || key in target || key === '__esModule') {
      return Reflect.get(target, key);
    }
    throw new Error(`The lab has no "${key}". It has ${Object.keys(target).join(', ')}.`);
  },
});

const requireModule: Require = (name) => {
  if (MODULES.includes(name)) return laws;
  throw new Error(`The lab has one module, "${MODULES[0]}", and no "${name}".`);
};

/** Runs a visitor's code, and reports the laws that it defined, or why it failed. */
export default function run(code: (require: Require, exports: Exports) => void): void {
  Object.assign(Error, { stackTraceLimit: 100 });
  postMessage('begins');
  try {
    const exported: Exports = {};
    code(requireModule, exported);
    const found = lawsOf(exported);
    postMessage(JSON.stringify({ laws: found.length > 0 ? found : defined }));
  } catch (error) {
    postMessage(JSON.stringify({ error: partsOf(error) }));
  }
}

/** The laws among the exports of a module, including laws in exported lists. No law is listed twice. */
function lawsOf(exported: Exports): unknown[] {
  const isLaw = (value: unknown) => typeof value === 'object' && value !== null && 'law' in value;
  return [...new Set(Object.values(exported).flat())].filter(isLaw);
}

function partsOf(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error), stacks: [] };
  const { message, cause } = error;
  const { law, where } = error as Partial<core.LawError>;
  const inner = cause instanceof Error ? cause : undefined;
  const stacks = [inner?.stack, error.stack].map((stack) => stack?.slice(0, MAX_STACK) ?? '');
  return { message, law, where, stacks };
}
