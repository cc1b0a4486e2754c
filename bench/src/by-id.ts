/**
 * Returns the values of a column in the order of the agents' ids. In the world, the values are in the order of the
 * cells of the grid.
 */
export function byId<Values extends Float32Array | Uint8Array>(
  values: Values,
  ids: ArrayLike<number>,
): Values {
  const sorted = values.slice() as Values;
  for (let place = 0; place < values.length; place++) sorted[ids[place]] = values[place];
  return sorted;
}
