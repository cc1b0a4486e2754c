/** The time within which the host must have sent the whole file, in ms. */
const PATIENCE_MS = 10_000;

/**
 * Fetches a file from the page's own host, without credentials. Refuses a file of more than `most` bytes, even if the
 * host announces fewer.
 *
 * @throws Error when the address is on another host, the file is too large, or the fetch fails
 */
export async function fetchOwn(address: string, most: number): Promise<Blob> {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) {
    throw new Error(`Found a file on ${url.origin}, expected a file on ${location.origin}.`);
  }
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await fetch(url, { credentials: 'omit', redirect: 'error', signal });
  if (!answer.ok) throw new Error(`Expected a file, found HTTP status ${answer.status}.`);
  const parts: BlobPart[] = [];
  // An empty response has no body, except in Chromium.
  const reader = (answer.body ?? new Blob().stream()).getReader();
  for (let size = 0; ; ) {
    const { value } = await reader.read();
    if (value === undefined) return new Blob(parts);
    parts.push(value);
    size += value.length;
    if (size <= most) continue;
    void reader.cancel();
    throw new Error(`Found more than ${most} bytes, expected at most ${most} bytes.`);
  }
}
