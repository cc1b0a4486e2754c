import { transform } from 'sucrase';

/** JavaScript line by line as the source has it, or what is wrong with the source and where. */
export type Stripped =
  | { readonly code: string; readonly slip?: undefined }
  | { readonly code?: undefined; readonly slip: Slip };

/** Lines count from 1, columns from 0. */
export interface Slip {
  readonly message: string;
  readonly line: number;
  readonly column?: number;
}

/** Takes the types out of TypeScript, and makes imports calls of `require`. Nothing of it is run. */
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
