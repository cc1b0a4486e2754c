/** The time after which a failed load is repeated, in ms. */
const RETRY_MS = 10_000;

/** Loads a part of the page, and repeats until it succeeds: the network may come back later. */
export async function loadPatiently<Part>(
  load: () => Promise<Part>,
  onFail?: () => void,
): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      console.warn('A part of the page could not be loaded; trying again later:', error);
      onFail?.();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
