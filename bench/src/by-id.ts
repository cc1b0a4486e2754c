/** Sorts a column by id; in the world it is sorted by cell. */
export function byId<Values extends Float32Array | Uint8Array>(
  values: Values,
  ids: ArrayLike<number>,
): Values {
  const sorted = values.slice() as Values;
  for (let place = 0; place < values.length; place++) sorted[ids[place]] = values[place];
  return sorted;
}
