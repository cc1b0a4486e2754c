/** A column in the order of the ids, not of the cells. */
export function byId<Values extends Float32Array | Uint8Array>(
  values: Values,
  ids: ArrayLike<number>,
): Values {
  const sorted = values.slice() as Values;
  for (let place = 0; place < values.length; place++) sorted[ids[place]] = values[place];
  return sorted;
}
