/** After which a part that did not come is asked for once more, ms. */
const RETRY_MS = 10_000;

/** Asks for a part of the page until it comes: a network that is away may be back later. */
export async function loadPatiently<Part>(
  load: () => Promise<Part>,
  onFail?: () => void,
): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      console.warn('A part of the page is asked for again later:', error);
      onFail?.();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
