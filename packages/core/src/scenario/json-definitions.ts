/** A JSON Schema, limited to the keywords that the schemas of this package use. */
interface JsonSchema {
  readonly [key: string]: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly description?: string;
}

/** The name of the definition of a vector. Vectors have their own definition because most objects contain vectors. */
const VECTOR = 'Vector';

/** The names of some definitions, by key. The name of any other definition is its key without the final "s". */
const SINGULAR: Readonly<Record<string, string>> = {
  bounds: 'Bounds',
  goals: 'Goals',
  heights: 'Heights',
  particles: 'Particles',
  sparks: 'Sparks',
  species: 'Species',
  obstacles: 'Obstacle',
  births: 'LawBirth',
  of: 'ControlParameter',
  values: 'ColorValue',
  lines: 'PlotLine',
};

/**
 * Rewrites a JSON Schema so that each object has its own definition, named after its type and key, such as
 * "CohesionBehavior" or "SphereObstacle". Editors and code generators read the result several times as fast as a schema
 * that repeats all objects.
 *
 * @param vector the schema of a vector, which becomes a definition wherever it occurs
 */
export function withDefinitions(schema: object, vector: object): object {
  const definitions = new Map<string, string>();
  const vectorText = JSON.stringify(vector);

  const define = (name: string, text: string): object => {
    let free = name;
    for (let n = 2; (definitions.get(free) ?? text) !== text; n++) free = `${name}${n}`;
    definitions.set(free, text);
    return { $ref: `#/$defs/${free}` };
  };

  const within = (value: unknown, key: string, name: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => visit(one, name));
    if (value === null || typeof value !== 'object') return value;
    if (key !== 'properties') return visit(value as JsonSchema, name);
    return Object.fromEntries(
      Object.entries(value).map(([inner, one]) => [inner, visit(one, nameOf(inner))]),
    );
  };

  /** Rewrites one schema. `name` is the singular name of the key that has this schema. */
  const visit = (one: unknown, name: string): unknown => {
    if (one === null || typeof one !== 'object' || Array.isArray(one)) return one;
    const given = one as JsonSchema;
    if (JSON.stringify(given) === vectorText) return define(VECTOR, vectorText);
    const inner = Object.fromEntries(
      Object.entries(given).map(([key, value]) => [
        key,
        INNER.has(key) ? within(value, key, name) : value,
      ]),
    );
    if (given.properties === undefined) return inner;
    const { const: type, pattern } = given.properties.type ?? {};
    // The type of a law has a pattern, because the names of laws are not known.
    const kind = typeof type === 'string' ? pascal(type) : pattern === undefined ? '' : 'Law';
    return define(`${kind}${name}`, JSON.stringify(inner));
  };

  const root = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      INNER.has(key) ? within(value, key, '') : value,
    ]),
  );
  const sorted = [...definitions].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...root,
    $defs: Object.fromEntries(sorted.map(([name, text]) => [name, JSON.parse(text)])),
  };
}

/** Keywords of JSON Schema whose values are, or contain, schemas. */
const INNER: ReadonlySet<string> = new Set([
  'properties',
  'items',
  'oneOf',
  'anyOf',
  'additionalProperties',
]);

function nameOf(key: string): string {
  return SINGULAR[key] ?? pascal(key.replace(/s$/, ''));
}

function pascal(text: string): string {
  return text.replace(/(?:^|[^A-Za-z0-9])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
