// Generates packages/core/src/scenario/scenario-input.ts from the JSON Schema: the type of a scenario as users write
// it, with the meaning of each key. Zod's own types lack the meanings, units and ranges that editors show.
// json-schema-to-typescript, because it writes a declaration with a description for each definition.
import { compile } from 'json-schema-to-typescript';

const VECTOR = 'readonly [x: number, y: number, z?: number]';

/**
 * @param {object} jsonSchema the JSON Schema of scenarios
 * @returns {Promise<string>} the source of the module
 */
export async function scenarioInputSource(jsonSchema) {
  const { $id: _, ...schema } = /** @type {Record<string, unknown>} */ (described(jsonSchema));
  return compile({ ...schema, title: 'ScenarioInput' }, 'ScenarioInput', {
    additionalProperties: false,
    bannerComment: '// Written by scripts/generate from the JSON Schema of scenarios.\n',
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 100 },
  });
}

/**
 * Adds units, ranges and defaults to the descriptions, and removes constraints that types cannot express.
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
    // Allows the parameters of the law.
    law.additionalProperties = true;
    law.properties.type = { ...law.properties.type, tsType: '`law:$' + '{string}`' };
    return inner;
  }
  // The forms for editors of JSON repeat the types, so they are removed.
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
