const KEY = 'skein law';

/** The source of the law that was last kept in this tab of the browser; undefined if there is none. */
export function kept(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    // The browser may forbid storage.
    return undefined;
  }
}

/** Keeps the source of a law in this tab of the browser, so that it survives a reload of the page. */
export function keep(source: string): void {
  try {
    sessionStorage.setItem(KEY, source);
  } catch {
    // Without storage, or if the source is too large for it, a reload loses the source.
  }
}

export function forget(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage, nothing was kept.
  }
}
