import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { goOn } from './snapshot-case.ts';

const FIXTURE = new URL('../../core/test/snapshot/fixtures/5.1.skein', import.meta.url);

// Browsers are compared with this file. After a law has changed, `npx vitest run -u` writes it again.
it('a snapshot continues in Node to the recorded state', async () => {
  const gone = await goOn(readFileSync(FIXTURE), {});
  await expect(`${JSON.stringify(gone, undefined, 2)}\n`).toMatchFileSnapshot(
    './fixtures/snapshot.json',
  );
});
