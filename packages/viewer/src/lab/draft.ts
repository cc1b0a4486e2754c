const KEY = 'skein law';

/** The source as it was left in this tab; undefined where there is none. */
export function kept(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    // Storage may be forbidden.
    return undefined;
  }
}

/** Keeps the source for when the page is loaded again, in this tab alone. */
export function keep(source: string): void {
  try {
    sessionStorage.setItem(KEY, source);
  } catch {
    // Without storage, or beyond its size, a reload loses it.
  }
}

export function forget(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
