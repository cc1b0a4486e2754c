import { BEHAVIOR_PARAMETERS, BEHAVIOR_TYPES } from '@skein/core/describe';
import { describe, expect, it } from 'vitest';
import { skein } from './skein.ts';

describe('skein list', () => {
  it('names every behavior and parameter of the schema, in lines of 80 columns', async () => {
    const { code, stdout, stderr } = await skein(['list']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.split('\n');
    for (const type of BEHAVIOR_TYPES) {
      const at = lines.indexOf(type);
      expect(at, type).toBeGreaterThanOrEqual(0);
      const next = lines.findIndex((line, n) => n > at && /^\w/.test(line));
      const section = lines.slice(at, next < 0 ? undefined : next).join('\n');
      for (const { name, min, max } of BEHAVIOR_PARAMETERS[type]) {
        expect(section, type).toContain(`    ${name}: ${min} to ${max}`);
      }
    }
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('lists only the types that are asked for, also as JSON', async () => {
    const text = await skein(['list', 'homing', 'wander']);
    expect(text.stdout).toMatch(/^STEERING\n\nwander\n/);
    expect(text.stdout).toContain('    turn: "rotate" | "add", default "rotate"\n');
    expect(text.stdout).not.toContain('cohesion');
    const { stdout } = await skein(['list', 'homing', 'wander', '--json']);
    const types = (JSON.parse(stdout) as { type: string }[]).map(({ type }) => type);
    expect(types).toEqual(['wander', 'homing']);
  });

  it('refuses an unknown type, and suggests the one that is meant, or all', async () => {
    const { code, stdout, stderr } = await skein(['list', 'homeing']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^skein: found no behavior "homeing" \(did you mean homing\?\), expected a type or a family that skein list names$/m,
    );
    const far = await skein(['list', 'swim']);
    expect({ code: far.code, stdout: far.stdout }).toEqual({ code: 2, stdout: '' });
    expect(far.stderr).toMatch(
      /^skein: found no behavior "swim", expected one of alignment, .*; or a family: flocking, .*$/m,
    );
  });
});
