/** A file of the build: its address relative to the page, and the digest of its content. */
export interface BuiltFile {
  readonly url: string;
  readonly integrity: string;
  /** Null if the address changes with the content. */
  readonly revision: string | null;
}
