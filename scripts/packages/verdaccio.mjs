// Installs Verdaccio when it is needed: it has 58 MB, and few commands need a registry.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The last version that runs on Node 20. */
const VERSION = '6.8.0';

/**
 * Returns the path of Verdaccio's script. If necessary, npm installs it into a temporary folder.
 *
 * @throws the output of npm, when it cannot be installed
 */
export function verdaccio() {
  const folder = join(tmpdir(), `skein-verdaccio-${VERSION}`);
  const script = join(folder, 'node_modules', 'verdaccio', 'bin', 'verdaccio');
  if (existsSync(script)) return script;
  mkdirSync(folder, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { verdaccio: VERSION },
    // It depends on the tag `cjs`, which mirrors of the registry may not have.
    overrides: { 'node-fetch': '2.7.0' },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const done = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) throw new Error(`Verdaccio could not be installed: ${done.stderr}`);
  return script;
}
