/** A file of the build, by its address relative to the page, and the digest of what is in it. */
export interface BuiltFile {
  readonly url: string;
  readonly integrity: string;
  /** Null where the address changes with what is in it. */
  readonly revision: string | null;
}
