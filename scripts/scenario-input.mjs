// Writes packages/core/src/scenario/scenario-input.ts: the type of a scenario as it is written, with what each key means,
// from its JSON Schema. Zod's own types say nothing of meaning, units and ranges, which editors show.
import { scenarioJsonSchema } from '@skein/core/describe';
// json-schema-to-typescript: it writes a declaration for each definition, with its description.
import { compile } from 'json-schema-to-typescript';

const VECTOR = 'readonly [x: number, y: number, z?: number]';

/** @returns {Promise<string>} the source of the module */
export async function scenarioInputSource() {
  const { $id: _, ...schema } = /** @type {Record<string, unknown>} */ (
    described(scenarioJsonSchema())
  );
  return compile({ ...schema, title: 'ScenarioInput' }, 'ScenarioInput', {
    additionalProperties: false,
    bannerComment: '// Written by `npm run generate` from the JSON Schema of a scenario.\n',
    format: false,
    ignoreMinAndMaxItems: true,
  });
}

/**
 * The schema with units, ranges and defaults in the descriptions, and without what types cannot say.
 *
 * @param {unknown} value
 * @returns {unknown}
 */
function described(value) {
  if (Array.isArray(value)) return value.map(described);
  if (value === null || typeof value !== 'object') return value;
  const schema = /** @type {Record<string, unknown>} */ (value);
  const { $defs, oneOf, description } = schema;
  const inner = Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== 'minItems' && key !== 'maxItems')
      .map(([key, one]) => [key, described(one)]),
  );
  if (typeof description === 'string')
    inner.description = [description, ...factsOf(schema)].join(' ');
  if ($defs !== undefined) {
    const definitions = /** @type {Record<string, object>} */ (inner.$defs);
    definitions.Vector = { ...definitions.Vector, tsType: VECTOR };
    const law = /** @type {{ properties: { type: object }, additionalProperties?: boolean }} */ (
      definitions.LawBehavior
    );
    // The parameters of the law.
    law.additionalProperties = true;
    law.properties.type = { ...law.properties.type, tsType: '`law:$' + '{string}`' };
    return inner;
  }
  // The types stand beside the forms for editors of JSON; as a type they would say nothing more.
  if (oneOf !== undefined) {
    const { properties: _, required: __, type: ___, ...rest } = inner;
    return rest;
  }
  return inner;
}

/** @param {Record<string, unknown>} schema @returns {string[]} */
function factsOf({ unit, minimum, maximum, default: otherwise }) {
  const isNumber = typeof minimum === 'number' && typeof maximum === 'number';
  const inUnit = typeof unit === 'string' && unit !== '1' ? ` ${unit}` : '';
  return [
    ...(isNumber ? [`From ${minimum} to ${maximum}${inUnit}.`] : inUnit ? [`In${inUnit}.`] : []),
    ...(otherwise === undefined ? [] : [`Default: ${JSON.stringify(otherwise)}.`]),
  ];
}
