/**
 * Replaces every -0 in plain data by 0, in place, and returns the data. The hash distinguishes -0 from 0, but
 * JSON.stringify writes both as 0. A scenario with -0 would give another world after it is saved and loaded.
 */
export function withoutNegativeZeros<Data>(data: Data): Data {
  if (Array.isArray(data)) {
    for (let index = 0; index < data.length; index++) data[index] = plain(data[index]);
  } else if (data !== null && typeof data === 'object' && !ArrayBuffer.isView(data)) {
    const record = data as Record<string, unknown>;
    for (const key of Object.keys(record)) record[key] = plain(record[key]);
  }
  return data;
}

function plain(value: unknown): unknown {
  return value === 0 ? 0 : withoutNegativeZeros(value);
}
