/** The part of gltf-validator that the tests use; the package has no types. */
declare module 'gltf-validator' {
  export function validateBytes(bytes: Uint8Array): Promise<{
    readonly issues: {
      /** Severity 0 is an error, 1 a warning. */
      readonly messages: readonly { readonly severity: number; readonly message: string }[];
    };
  }>;
}
