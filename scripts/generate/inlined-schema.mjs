/**
 * Replaces each reference in a JSON Schema by its definition.
 *
 * @param {object} whole
 * @returns {object}
 */
export function inlined(whole) {
  const { $defs, ...schema } = /** @type {{ $defs?: Record<string, unknown> }} */ (whole);
  const definitions = $defs ?? {};
  /** @param {unknown} value @returns {unknown} */
  const visit = (value) => {
    if (Array.isArray(value)) return value.map(visit);
    if (value === null || typeof value !== 'object') return value;
    if ('$ref' in value) return visit(definitions[String(value.$ref).split('/').at(-1) ?? '']);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, visit(one)]));
  };
  return /** @type {object} */ (visit(schema));
}
