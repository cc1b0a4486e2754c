import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { defineLaw, type LawContext } from '@skein/core/laws';

/** All words that can be completed in the law language. */
interface Words {
  readonly of: Readonly<Record<string, readonly string[]>>;
  /** The names of the methods that expressions have. */
  readonly methods: readonly string[];
}

/** Collects the words from the law language itself. So the words always agree with the language. */
function wordsOfLanguage(): Words {
  const of: Record<string, readonly string[]> = {};
  const methods = new Set<string>();
  const note = (...values: object[]) => {
    for (const name of values.flatMap(methodsOf)) methods.add(name);
  };
  defineLaw({
    name: 'probe',
    description: 'Never runs.',
    aim: 'two',
    force(context: LawContext) {
      const { self, aim, second, neighbors, random, tick } = context;
      for (const [name, value] of Object.entries({ self, aim, second, random, neighbors })) {
        of[name] = namesOf(value);
      }
      of[CONTEXT] = Object.keys(context);
      const near = neighbors.within(1);
      near.any((other) => {
        of.other = Object.keys(other);
        return other.distance.lessThan(1);
      });
      note(self.position, self.mass, tick, aim.found, near);
      return self.position;
    },
  });
  return { of, methods: [...methods].sort() };
}

const CONTEXT = '';
const EXPORTS = [
  ...['defineLaw', 'select', 'vec3', 'float', 'uint', 'bool'],
  ...['sin', 'cos', 'atan2', 'exp', 'log', 'pow'],
];

let known: Words | undefined;

/** Completes names and methods of the law language at the cursor. */
export function completeLaw(context: CompletionContext): CompletionResult | null {
  known ??= wordsOfLanguage();
  const { state } = context;
  const member = context.matchBefore(/([\w)\]]+)\.\w*/);
  if (member) {
    const dot = member.text.lastIndexOf('.');
    const owner = member.text.slice(0, dot);
    const from = member.from + dot + 1;
    const names =
      owner === 'parameters' || owner === 'p'
        ? parametersIn(state.doc.toString())
        : (known.of[owner] ?? known.methods);
    const type = names === known.methods ? 'method' : 'property';
    return { from, options: optionsOf(names, type), validFor: /^\w*$/ };
  }
  const word = context.matchBefore(/\w+/);
  if (!word && !context.explicit) return null;
  const from = word?.from ?? context.pos;
  const options = [...optionsOf(EXPORTS, 'function'), ...optionsOf(known.of[CONTEXT], 'variable')];
  return { from, options, validFor: /^\w*$/ };
}

function optionsOf(names: readonly string[], type: string): Completion[] {
  return names.map((label) => ({ label, type }));
}

/** The names of the parameters that the source defines: the keys of objects whose first property is `unit`. */
function parametersIn(source: string): string[] {
  return [...source.matchAll(/(\w+):\s*\{\s*unit:/g)].map(([, name]) => name);
}

function namesOf(value: object): string[] {
  const own = Object.keys(value);
  return own.length > 0 ? own : methodsOf(value);
}

/** The names of the methods of an object. If the object is not plain, these are the methods of its class. */
function methodsOf(value: object): string[] {
  const prototype: object = Object.getPrototypeOf(value);
  const from = prototype === Object.prototype ? value : prototype;
  return Object.entries(Object.getOwnPropertyDescriptors(from))
    .filter(
      ([name, descriptor]) => name !== 'constructor' && typeof descriptor.value === 'function',
    )
    .map(([name]) => name);
}
