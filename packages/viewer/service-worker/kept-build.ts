import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import type { BuiltFile } from './built-file.ts';

/**
 * Stores all files of one build so that the page works without a network.
 *
 * A file is stored only if it has the digest from the build, so files of two builds never mix. No file is served until
 * all are stored, because the host may have another build by then.
 */
export class KeptBuild {
  readonly #precache = new PrecacheController();
  #whole: Promise<boolean> | undefined;

  constructor(files: readonly BuiltFile[]) {
    this.#precache.addToCacheList([...files]);
  }

  /** Fetches the files that are not stored yet, one after the other. */
  async keep(event: ExtendableEvent): Promise<void> {
    if (await this.#isWhole()) return;
    // The controller stores files during installation; here it may happen later, when the page has time.
    const install = { type: 'install', waitUntil: (work: Promise<void>) => event.waitUntil(work) };
    await this.#precache.install(install as ExtendableEvent);
    this.#whole = undefined;
  }

  /** Deletes the files of earlier builds. */
  forgetOthers(event: ExtendableEvent): Promise<unknown> {
    return this.#precache.activate(event);
  }

  has(url: string): boolean {
    return this.#precache.getCacheKeyForURL(url) !== undefined;
  }

  /** Finds a stored file, or the file of an earlier build that a page may still request. */
  async find({ url }: Request): Promise<Response | undefined> {
    const address = new URL(url);
    // The query does not matter, because only the page reads it.
    address.search = '';
    address.hash = '';
    const file = address.href.endsWith('/') ? `${address.href}index.html` : address.href;
    if (this.has(file))
      return (await this.#isWhole()) ? this.#precache.matchPrecache(file) : undefined;
    const cache = await caches.open(this.#precache.strategy.cacheName);
    return cache.match(file);
  }

  #isWhole(): Promise<boolean> {
    this.#whole ??= this.#countKept();
    return this.#whole;
  }

  async #countKept(): Promise<boolean> {
    const cache = await caches.open(this.#precache.strategy.cacheName);
    const kept = new Set((await cache.keys()).map(({ url }) => url));
    return [...this.#precache.getURLsToCacheKeys().values()].every((key) => kept.has(key));
  }
}
