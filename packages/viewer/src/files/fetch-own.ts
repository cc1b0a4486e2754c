/** How long a host may take to send a file, ms. */
const PATIENCE_MS = 10_000;

/**
 * Fetches a file from the host of the page, which alone it asks, without credentials. No more than `most` bytes are taken
 * in, whatever the host says of the size.
 *
 * @throws Error when it is elsewhere, too large, or does not come
 */
export async function fetchOwn(address: string, most: number): Promise<Blob> {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) {
    throw new Error(`Found a file of ${url.origin}, expected one of ${location.origin}.`);
  }
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await fetch(url, { credentials: 'omit', redirect: 'error', signal });
  if (!answer.ok) throw new Error(`Found no file: the host answers ${answer.status}.`);
  const parts: BlobPart[] = [];
  // An answer of no content has no body, but in Chromium.
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
