import type { Law } from '@skein/core/laws';

const SIGNS: Readonly<Record<string, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  less: '<',
  lessEqual: '<=',
  equal: '==',
  and: 'and',
  or: 'or',
  addWhole: '+',
  subWhole: '-',
  mulWhole: '*',
  divWhole: '/',
  modWhole: '%',
  lessWhole: '<',
  equalWhole: '==',
};

/** The types of nodes whose operand is a name or a number instead of other nodes. */
const LEAVES: ReadonlySet<string> = new Set([
  ...['number', 'whole', 'truth', 'parameter', 'world', 'self', 'aim', 'second'],
]);

/** Writes the data of a law as lines of text: one line for each computed step, then the results. */
export function listLaw(law: Law): string {
  const lines = law.nodes.map((node, index) => [`n${index}`, expressionOf(node as RawNode)]);
  const width = String(law.nodes.length).length + 1;
  const steps = lines.map(([name, text]) => `${name.padEnd(width)} = ${text}`);
  return [...steps, ...resultsOf(law)].join('\n');
}

type RawNode = readonly [string, ...(string | number)[]];

function expressionOf([name, ...of]: RawNode): string {
  if (name === 'parameter') return `parameters.${of[0]}`;
  if (name === 'number' || name === 'whole') return String(of[0]);
  if (name === 'truth') return of[0] === 1 ? 'true' : 'false';
  if (LEAVES.has(name)) return `${name}.${of[0]}`;
  if (name === 'other') return `other of n${of[0]}: ${of[1]}`;
  const [a, b, c] = of.map((at) => `n${at}`);
  if (name in SIGNS) return `${a} ${SIGNS[name]} ${b}`;
  if (name === 'select' || name === 'selectWhole') return `${a} ? ${b} : ${c}`;
  if (name === 'neighbors') return `neighbors within ${a}, cosine ${b}`;
  return `${name}(${[a, b, c].slice(0, of.length).join(', ')})`;
}

function resultsOf({ result, vector, wants, next = {}, ends, births = [] }: Law): string[] {
  const list = (at: number | readonly number[]) =>
    typeof at === 'number' ? `n${at}` : `(${at.map((value) => `n${value}`).join(', ')})`;
  return [
    `${result}: ${list(vector)}`,
    ...(wants === undefined ? [] : [`wants: ${list(wants)}`]),
    ...Object.entries(next).map(([column, at]) => `next ${column}: ${list(at)}`),
    ...(ends === undefined ? [] : [`ends when: n${ends}`]),
    ...births.map(({ when }) => `born when: n${when}`),
  ];
}
