// Generates the page docs/scenario.md: every key of a scenario, from its JSON Schema.
import { inlined } from './inlined-schema.mjs';
import { wrapped } from './tables.mjs';

/**
 * @typedef {object} Schema what of JSON Schema the scenario uses
 * @property {string} [type]
 * @property {string} [description]
 * @property {string} [unit]
 * @property {unknown} [const]
 * @property {unknown[]} [enum]
 * @property {unknown} [default]
 * @property {string} [pattern]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {Record<string, Schema>} [properties]
 * @property {string[]} [required]
 * @property {Schema} [items]
 * @property {number} [maxItems]
 * @property {string} [contentEncoding]
 * @property {Schema[]} [anyOf]
 * @property {Schema[]} [oneOf]
 */

const INTRODUCTION = `# Scenario

A scenario is one JSON object. Lengths are in m, times in s, angles in rad. In two dimensions you may omit z.
Unknown keys are refused. A name, such as that of the scene, of a species or of a column, is a letter, then letters,
digits, \`-\` or \`_\`, at most 64 characters. Editors complete a file that begins with
\`"$schema": "./scenario.schema.json"\`. The [command line](command-line.md#comments) also reads comments and trailing
commas.

The behaviors of a species decide what its agents do: [how a species steers](steering.md),
[all behaviors](behaviors.md).
`;

/**
 * @param {object} jsonSchema the JSON Schema of scenarios
 * @returns {string} the page as Markdown
 */
export function scenarioPage(jsonSchema) {
  const schema = /** @type {Schema} */ (inlined(jsonSchema));
  const { properties = {} } = schema;
  const parts = [INTRODUCTION, tableOf(schema, '')];
  for (const [key, value] of Object.entries(properties)) {
    const listed = value.type === 'array';
    parts.push(...sectionsOf(listed ? `${key}[]` : key, listed ? (value.items ?? {}) : value, 2));
  }
  return `${parts
    .filter((part) => part !== '')
    .join('\n')
    .trimEnd()}\n`;
}

/**
 * A section for an object, or one for each of its forms, and for the objects inside it.
 *
 * @param {string} name
 * @param {Schema} schema
 * @param {number} level
 * @returns {string[]}
 */
function sectionsOf(name, schema, level) {
  const heading = (/** @type {string} */ title) => `${'#'.repeat(level)} ${title}\n`;
  const forms = schema.oneOf ?? schema.anyOf;
  if (forms?.some((form) => form.properties)) {
    // Objects that several forms share get only one section.
    const said = new Set();
    return forms.flatMap((form) => {
      const type = form.properties?.type?.const;
      const title = type === undefined ? name : `${name}: "${type}"`;
      const inner = innerOf(name, form, level).filter((part) => !said.has(part) && said.add(part));
      return form.properties ? [heading(title), saidOf(form), tableOf(form, 'type'), ...inner] : [];
    });
  }
  if (!schema.properties) return [];
  return [heading(name), saidOf(schema), tableOf(schema, ''), ...innerOf(name, schema, level)];
}

/**
 * The sections of the objects inside an object. Behaviors have a separate page.
 *
 * @param {string} name
 * @param {Schema} schema
 * @param {number} level
 */
function innerOf(name, { properties = {} }, level) {
  return Object.entries(properties).flatMap(([key, value]) => {
    if (key === 'behaviors') return [];
    const { oneOf, properties } = value.items ?? {};
    const listed = oneOf !== undefined || properties !== undefined;
    if (listed) return sectionsOf(`${name}.${key}[]`, value.items ?? {}, level + 1);
    return sectionsOf(`${name}.${key}`, value, level + 1);
  });
}

/** @param {Schema} schema */
function saidOf({ description }) {
  return description ? `${wrapped(escaped(description))}\n` : '';
}

/**
 * @param {Schema} schema
 * @param {string} left a key to omit
 */
function tableOf({ properties = {}, required = [] }, left) {
  const rows = Object.entries(properties)
    .filter(([key]) => key !== left)
    .map(([key, value]) => [
      `\`${key}\``,
      kindOf(value),
      defaultOf(value, required.includes(key)),
      value.description ?? '',
    ]);
  if (rows.length === 0) return '';
  const lines = [['key', 'what', 'default', 'meaning'], ['---', '---', '---', '---'], ...rows];
  const table = lines.map((cells) => `| ${cells.map(escaped).join(' | ')} |`);
  const named = Object.entries(properties).flatMap(([key, value]) => {
    const names = namesOf(value);
    return names ? ['', wrapped(`The names of \`${key}\`: ${listOf(names, ', ')}.`)] : [];
  });
  return `${[...table, ...named].join('\n')}\n`;
}

/** @param {Schema} schema @returns {unknown[] | undefined} the allowed values, if there are too many for a table */
function namesOf(schema) {
  if (schema.enum && isLong(schema.enum)) return schema.enum;
  return (schema.oneOf ?? schema.anyOf)?.map(namesOf).find(Boolean);
}

/** @param {unknown[]} names */
function isLong(names) {
  return names.length > 8;
}

/** @param {unknown[]} names @param {string} separator */
function listOf(names, separator) {
  return names.map((one) => `\`${JSON.stringify(one)}\``).join(separator);
}

/**
 * @param {Schema} schema
 * @param {boolean} required
 */
function defaultOf(schema, required) {
  if (schema.default !== undefined) return `\`${JSON.stringify(schema.default)}\``;
  return required ? 'required' : '';
}

/** @param {Schema} schema @returns {string} */
function kindOf(schema) {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return isLong(schema.enum) ? 'a name, see below' : listOf(schema.enum, ' or ');
  const forms = schema.oneOf ?? schema.anyOf;
  if (forms) {
    if (forms.length > 8) return 'objects by type';
    const kinds = forms.map((form) => form.properties?.type?.const ?? kindOf(form));
    return [...new Set(kinds)].join(', or ');
  }
  if (schema.type === 'array') {
    const { items = {} } = schema;
    if (items.type === 'number') return schema.maxItems === 3 ? '[x, y, z]' : 'list of numbers';
    return `list of ${listed(kindOf(items))}`;
  }
  if (schema.type === 'number' || schema.type === 'integer') return rangeOf(schema);
  if (schema.pattern === NAME) return 'name';
  return schema.contentEncoding ?? schema.type ?? 'anything';
}

/** What the introduction says of names. */
const NAME = '^[A-Za-z][A-Za-z0-9_-]{0,63}$';

/** @param {string} kind */
function listed(kind) {
  if (kind === 'object') return 'objects';
  return kind === 'string' || kind === 'name' ? 'names' : kind;
}

/** @param {Schema} schema */
function rangeOf({ type, minimum, maximum, unit }) {
  const whole = type === 'integer' ? 'whole, ' : '';
  const range = minimum === undefined ? 'a number' : `${minimum} to ${maximum}`;
  return `${whole}${range}${unit === undefined || unit === '1' ? '' : ` ${unit}`}`;
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('|', '\\|');
}
