const { SKEIN_FUZZ_SECONDS, SKEIN_FUZZ_COUNT, SKEIN_FUZZ_FILE, SKEIN_SEED } = process.env;
const seconds = SKEIN_FUZZ_SECONDS === undefined ? undefined : Number(SKEIN_FUZZ_SECONDS);
const asked = SKEIN_FUZZ_COUNT === undefined ? undefined : Number(SKEIN_FUZZ_COUNT);

/** Longest that a timer waits, ms. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * What `npm run tool -- fuzz` asks for: a number of cases or a time, with guidance; else `usual` cases
 * without. `file` is a case to be tried again.
 */
export function fuzzSettings(usual: number) {
  return {
    seed: Number(SKEIN_SEED ?? 7),
    seconds,
    count: asked ?? (seconds === undefined ? usual : Number.MAX_SAFE_INTEGER),
    guided: (seconds ?? asked) !== undefined,
    file: SKEIN_FUZZ_FILE,
    // A case that steps has a second.
    timeoutMs: Math.min(120_000 + 2000 * (seconds ?? 0) + 1000 * (asked ?? 0), LONGEST_MS),
  };
}
