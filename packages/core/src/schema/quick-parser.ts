import type * as z from 'zod/mini';

type Schema = z.core.$ZodType;
type Check = z.core.$ZodCheck<never>;
type Def = z.core.$ZodTypes['_zod']['def'];
// biome-ignore lint/suspicious/noExplicitAny: each parser finds out what its input is
type Parse = (input: any) => unknown;

/**
 * Compiles a schema to a function that parses valid inputs in a fifth of the time. For these inputs, the function
 * returns what the schema returns. It returns undefined for every input that is not valid, and for some rare inputs
 * that are, such as an object that lists a key with the value undefined. The schema must then parse the input.
 *
 * The function runs the checks and transforms of the schema itself. It saves the records that zod keeps for each value.
 * Parts of a schema that have no parser here are parsed by zod.
 */
export function quickParser(schema: Schema): Parse {
  const parse = parserOf((schema._zod as z.core.$ZodTypes['_zod']).def);
  if (parse === undefined) return (value) => validIn(schema._zod.run({ value, issues: [] }, SYNC));
  const checks = checksOf(schema);
  if (checks.length === 0) return parse;
  return (input) => {
    const value = parse(input);
    if (value === undefined) return undefined;
    payload.value = value;
    for (const { _zod } of checks) {
      _zod.check(payload as never);
      if (payload.issues.length > 0) break;
    }
    return validIn(payload);
  };
}

const SYNC = { async: false };

/** What checks and transforms get. There is one, because they run one after another, and keep nothing. */
const payload: z.core.ParsePayload = { value: undefined, issues: [] };

function validIn(result: unknown): unknown {
  const { value, issues } = result as z.core.ParsePayload;
  if (issues.length === 0) return value;
  payload.issues = [];
  return undefined;
}

function checksOf(schema: Schema): readonly Check[] {
  const { def, traits } = schema._zod;
  const own = (def.checks ?? []) as readonly Check[];
  // Some types, such as `custom`, are their own first check.
  const all = traits.has('$ZodCheck') ? [schema as unknown as Check, ...own] : own;
  return all.filter(({ _zod }) => _zod.def.check !== 'meta');
}

/** Returns a parser that leaves out the checks of a schema; undefined if there is no such parser. */
function parserOf(def: Def): Parse | undefined {
  switch (def.type) {
    case 'string':
      return def.coerce ? undefined : (input) => (typeof input === 'string' ? input : undefined);
    case 'number':
      return def.coerce ? undefined : (input) => (Number.isFinite(input) ? input : undefined);
    case 'literal': {
      const values = new Set<unknown>(def.values);
      return (input) => (values.has(input) ? input : undefined);
    }
    case 'custom':
      return (input) => input;
    case 'optional':
      return quickParser(def.innerType);
    case 'array':
      return arrayParser(quickParser(def.element));
    case 'pipe': {
      const [first, second] = [quickParser(def.in), quickParser(def.out)];
      return (input) => {
        const between = first(input);
        return between === undefined ? undefined : second(between);
      };
    }
    case 'transform':
      return (input) => {
        payload.value = def.transform(input, payload);
        return validIn(payload);
      };
    case 'union':
      return 'discriminator' in def ? unionParser(def as UnionDef) : undefined;
    case 'object':
      return def.catchall?._zod.def.type === 'never' ? objectParser(def.shape) : undefined;
    default:
      return undefined;
  }
}

function arrayParser(parse: Parse): Parse {
  return (input) => {
    if (!Array.isArray(input)) return undefined;
    const output = new Array<unknown>(input.length);
    for (let k = 0; k < output.length; k++) {
      const element = parse(input[k]);
      if (element === undefined) return undefined;
      output[k] = element;
    }
    return output;
  };
}

type UnionDef = z.core.$ZodDiscriminatedUnionDef<readonly Schema[]>;

function unionParser({ options, discriminator }: UnionDef): Parse {
  const parsers = new Map<unknown, Parse>();
  for (const option of options) {
    const parse = quickParser(option);
    for (const value of option._zod.propValues![discriminator]) parsers.set(value, parse);
  }
  return (input) => parsers.get(input?.[discriminator])?.(input);
}

function objectParser(shape: z.core.$ZodShape): Parse {
  const fields = Object.entries(shape).map(([key, field]) => {
    return { key, parse: quickParser(field), isOptional: isPlainOptional(field) };
  });
  const known = new Set(Object.keys(shape));
  return (input) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
    for (const key in input) if (!known.has(key)) return undefined;
    const output: Record<string, unknown> = {};
    for (const { key, parse, isOptional } of fields) {
      const value = input[key];
      if (value === undefined && isOptional) {
        if (key in input) return undefined;
        continue;
      }
      const part = parse(value);
      if (part === undefined) return undefined;
      output[key] = part;
    }
    return output;
  };
}

/** Whether a key of this type may be left out, and then has no value. */
function isPlainOptional(field: Schema): boolean {
  const { def, optin } = field._zod as z.core.$ZodTypes['_zod'];
  return def.type === 'optional' && optin === 'optional' && checksOf(field).length === 0;
}
