/**
 * The input of a scenario without descriptions, colors and bodies, which change nothing in a run. So the golden digests,
 * which cover the whole scenario, stay the same when a description is reworded.
 */
export function withoutLooks<Input>(input: Input): Input {
  return JSON.parse(JSON.stringify(input), (key, value) => {
    // Not empty, because a law must have a description.
    if (key === 'description' && typeof value === 'string') return '-';
    return key === '$schema' || key === 'color' || key === 'body' ? undefined : value;
  });
}
