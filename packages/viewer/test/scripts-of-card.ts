import type { Page } from 'playwright';

/**
 * Notes the scripts that a page loads from now on. The returned function resolves to their number, and to the number of
 * those with the code of the graphics card.
 */
export function noteScripts(page: Page): () => Promise<{ all: number; ofCard: number }> {
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.add(response.url());
  });
  return async () => {
    const texts = await Promise.all(
      [...scripts].map(async (url) => (await page.request.get(url)).text()),
    );
    const ofCard = texts.filter((text) => text.includes('GPU_UNSUITED'));
    return { all: texts.length, ofCard: ofCard.length };
  };
}
