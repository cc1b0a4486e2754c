import { kernels, SkeinError } from '@skein/core';
import { type CardReport, findCard } from '@skein/worker';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { chooseKernel } from './kernel.ts';
import type { Output } from './output.ts';

export interface KernelsOptions {
  readonly json?: boolean;
}

/** What is known of the graphics card, or why it cannot be used. */
type Card = CardReport | { readonly missing: string };

const MEANINGS = { ts: 'TypeScript', simd: 'WebAssembly with SIMD' } as const;

/** `skein kernels`: lists the kernels that can run here, and tests the graphics card. */
export async function listKernels(options: KernelsOptions, output: Output): Promise<ExitCode> {
  const here = kernels();
  const auto = chooseKernel('auto', here);
  const gpu = await findCard().catch((error: unknown): Card => {
    if (error instanceof SkeinError) return { missing: error.message };
    throw error;
  });
  const rows = here.map((name) => [name, `${MEANINGS[name]}${name === auto ? ' (auto)' : ''}`]);
  rows.push(['gpu', textOf(gpu)]);
  await output.write(
    options.json
      ? `${JSON.stringify({ kernels: here, auto, gpu })}\n`
      : rows.map(([name, text]) => `${name.padEnd(6)}${text}\n`).join(''),
  );
  return EXIT.ok;
}

function textOf(card: Card): string {
  return 'missing' in card ? card.missing : `${card.adapter}, layer ${card.layer}`;
}
