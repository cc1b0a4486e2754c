export const DEFAULT_WORLDS = 1000;
export const DEFAULT_CHECK_SEED = 1;

/** The options of `skein law check`. */
export interface LawCheckOptions {
  readonly worlds: number;
  readonly seed: number;
  readonly json?: boolean;
}
