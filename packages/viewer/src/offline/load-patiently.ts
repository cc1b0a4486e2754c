/** How long the page waits before it tries again to load a part, in ms. */
const RETRY_MS = 10_000;

/** Loads a part of the page. If that fails, tries again until it succeeds, because the network may come back. */
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
