#!/usr/bin/env node
// In git as plain JavaScript, so that the `skein` link can be made before anything is built.
try {
  await import('../dist/node/main.js');
} catch (error) {
  // Modules that cannot be loaded: too few files may be open, or nothing is built. Node would end with 1,
  // which means that the input was refused. EXIT.failed in exit-codes.ts.
  process.exitCode = 4;
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`skein: cannot start: ${reason}\n`);
}
