import { transform } from 'sucrase';

/**
 * The result of removing types: JavaScript code with the same line numbers as the source, or the error in the source.
 */
export type Stripped =
  | { readonly code: string; readonly slip?: undefined }
  | { readonly code?: undefined; readonly slip: Slip };

/** An error in the source. `line` counts from 1, `column` from 0. */
export interface Slip {
  readonly message: string;
  readonly line: number;
  readonly column?: number;
}

/** Removes the types from TypeScript code, and turns its imports into calls of `require`. The code is not run. */
export function stripTypes(source: string): Stripped {
  try {
    const { code } = transform(source, {
      transforms: ['typescript', 'imports'],
      disableESTransforms: true,
      preserveDynamicImport: true,
    });
    return { code };
  } catch (error) {
    const { message, loc } = error as Error & { loc?: { line: number; column: number } };
    const [, words] = /^(?:Error transforming.*?: )?(.*?)(?: \(\d+:\d+\))?$/s.exec(message)!;
    return {
      slip: { message: words, line: loc?.line ?? 1, column: Math.max(0, (loc?.column ?? 1) - 1) },
    };
  }
}
