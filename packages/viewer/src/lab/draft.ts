const KEY = 'skein law';

/** The source last kept in this tab; undefined if there is none. */
export function kept(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    // The browser may forbid storage.
    return undefined;
  }
}

/** Keeps the source for the next load of the page, in this tab only. */
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
