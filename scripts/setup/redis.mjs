// Finds the Redis that the tests of queues start. The tests import this file too, so it must not need an installed
// package.
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { hasApt, installWithApt, isExecutable } from './browser.mjs';

const places = [
  '/usr/bin/redis-server',
  '/usr/local/bin/redis-server',
  '/opt/homebrew/bin/redis-server',
];

const install = 'apt-get install -y --no-install-recommends redis-server';

/** Debian runs this file to decide whether the service of a package may be started. */
const policy = '/usr/sbin/policy-rc.d';

/** True if SKEIN_SKIP_REDIS=1 is set; the tests that start a Redis are then skipped. */
export const skipRedis = ['1', 'true'].includes(process.env.SKEIN_SKIP_REDIS ?? '');

/**
 * The path of a redis-server: SKEIN_REDIS, otherwise an installed one; undefined if there is none. Throws when
 * SKEIN_REDIS is not an executable file.
 * @returns {string | undefined}
 */
export function findRedis() {
  const named = process.env.SKEIN_REDIS;
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`SKEIN_REDIS=${named} is not an executable file.`);
  }
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'redis-server'));
  return [...onPath, ...places].find(isExecutable);
}

/** Installs the package without starting its service, because the tests start their own servers. */
function installQuietly() {
  const refuse = process.platform === 'linux' && process.getuid?.() === 0 && !existsSync(policy);
  if (refuse) {
    writeFileSync(policy, '#!/bin/sh\nexit 101\n');
    chmodSync(policy, 0o755);
  }
  try {
    return installWithApt(['redis-server']);
  } finally {
    if (refuse) rmSync(policy, { force: true });
  }
}

/**
 * A line that explains why the tests that start a Redis are skipped; undefined if they run.
 * @returns {string | undefined}
 */
export function redisLeftOut() {
  if (skipRedis) return 'SKEIN_SKIP_REDIS is set: the tests of queues are left out.';
  if (findRedis() !== undefined) return undefined;
  return `No redis-server found: THE TESTS OF QUEUES ARE LEFT OUT. Run: ${install} (or set SKEIN_REDIS=/path/to/redis-server).`;
}

/** @type {import('./set-up.mjs').Part} */
export const REDIS = {
  name: 'redis',
  skipped: skipRedis,
  find: findRedis,
  plan: () =>
    hasApt()
      ? "will install a Redis for the tests of queues: apt-get puts Debian's redis-server into this system, and " +
        `meanwhile ${policy} keeps its service from starting. ` +
        'SKEIN_SKIP_REDIS=1 skips it and the tests; SKEIN_REDIS=PATH names one.'
      : undefined,
  install: () => findRedis() ?? (installQuietly() ? findRedis() : undefined),
  leftOut: redisLeftOut,
};
