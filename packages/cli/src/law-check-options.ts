export const DEFAULT_WORLDS = 1000;
export const DEFAULT_CHECK_SEED = 1;

/** What `skein law check` is asked for. */
export interface LawCheckOptions {
  readonly worlds: number;
  readonly seed: number;
  readonly json?: boolean;
}
