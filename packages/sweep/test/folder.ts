import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A temporary folder for one test, removed afterward. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skein-sweep-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
