// `npm run tool -- card [--small] [--seconds N] [--out FILE]`: tries the graphics card of this machine. Which layers of
// arithmetic does it compute exactly? Does it keep subnormal numbers? How long does code take to compile, and a tick of a
// flock, beside all cores? All have to reach one hash. Needs no network. `--small`: some hundred agents, for a rehearsal
// on a card in software. `--seconds N`: about how long it may take (450). `--out FILE`: the results (card.json).
import { parseArgs } from 'node:util';
import { chooseLayer, Device, LAYERS, type Layer } from '@skein/gpu';
import { create } from 'webgpu';
import { describeMachine } from '../machine.ts';
import { table } from '../report/table.ts';
import type { Row } from '../suite.ts';
import { boids } from '../workload.ts';
import { ESTIMATES, onCard, onCpu, watched } from './flock.ts';
import { numbersPart, subnormalsPart } from './numbers.ts';
import { type PartContext, Parts } from './parts.ts';

const { values } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '450' },
    out: { type: 'string', default: 'card.json' },
  },
});
const seconds = Number(values.seconds);
if (!(seconds > 0)) {
  throw new Error(`--seconds: found ${values.seconds}, expected a number above 0.`);
}
await tryCard(seconds);

async function tryCard(seconds: number): Promise<void> {
  const print = (text: string) => console.log(text);
  const { small, out: file } = values;
  const machine = describeMachine();
  const { cores } = machine;
  print(`${machine.cpu}, ${cores} cores, ${machine.system}, Node ${machine.node}`);
  // A tick or a compilation that never ends would keep the process from ending.
  setTimeout(() => process.exit(3), 1000 * (seconds + 20)).unref();
  const parts = new Parts(
    { format: 1, date: new Date().toISOString(), small, machine },
    { file, seconds, print },
  );
  const gpu = create([]);
  /** Gives a part a device of its own, because the one of an earlier part may be lost. */
  const withDevice = async ({ signal }: PartContext, work: (device: Device) => Promise<void>) => {
    const device = await Device.open(gpu);
    signal.addEventListener('abort', () => device.close());
    await work(device);
  };
  let layer: Layer = 'flag';

  await parts.run('adapter', 30, async (context) => {
    const { save } = context;
    const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
    const limits: Record<string, number> = {};
    for (const name of ['maxBufferSize', 'maxStorageBufferBindingSize'] as const) {
      limits[name] = adapter?.limits[name] ?? 0;
    }
    save('features', [...(adapter?.features ?? [])]);
    save('limits', limits);
    await withDevice(context, async (device) => {
      save('name', device.adapter);
      print(`  ${device.adapter}, ${JSON.stringify(limits)}`);
    });
  });
  await parts.run('subnormal numbers in plain code', 30, (context) =>
    withDevice(context, (device) => subnormalsPart(device, print, context)),
  );
  await parts.run('self-test', 60, (context) =>
    withDevice(context, async (device) => {
      layer = await chooseLayer(device);
      context.save('layer', layer);
      print(`  layer: ${layer}`);
    }),
  );
  const share = seconds / 450;
  await parts.run('arithmetic', 60 * share, (context) =>
    withDevice(context, (device) => numbersPart(device, print, context)),
  );
  const rows: Row[] = [];
  const sizes = small ? [500, 2000] : [100_000, 1_000_000, 4_000_000];
  for (const agents of sizes) {
    const scenario = boids({ agents, neighbors: 30 });
    const layers = [layer, ...LAYERS.filter((one) => one !== layer)];
    await parts.run(`flock of ${agents}: ${cores} workers`, 30 * share, async (context) => {
      const row = await onCpu(scenario, cores, context);
      rows.push(row);
      context.save('row', row);
    });
    // Layers that are not needed here are measured at one size, to compare them with the estimates.
    for (const one of agents === 1_000_000 || small ? layers : [layer]) {
      await parts.run(`flock of ${agents}: card, ${one}`, 45 * share, async (context) => {
        const watch = await watched(gpu);
        context.signal.addEventListener('abort', () => watch.device.close());
        try {
          const row = await onCard(watch, scenario, one, context);
          // What a closed device does takes no time.
          if (context.signal.aborted) return;
          const cpu = rows.find((other) => other.labels.agents === agents);
          const isSame = cpu === undefined ? 'unknown' : cpu.hash === row.hash ? 'yes' : 'NO';
          const estimate = ESTIMATES.H100[one];
          const figures = {
            ...row.figures,
            ...(agents === 1_000_000 && {
              'H100 est.': estimate,
              'sort est.': ESTIMATES.H100.sort,
            }),
            'same hash': isSame,
          };
          rows.push({ ...row, figures });
          context.save('row', { ...row, figures });
        } finally {
          context.save('compile ms', watch.compileMs);
          print(
            `  compiled, ms: ${JSON.stringify(watch.compileMs, (_, value) => Math.round(value) || value)}`,
          );
        }
      });
    }
  }
  print(`\n${table(rows)}`);
  for (const [card, { sort, ...layersOf }] of Object.entries(ESTIMATES)) {
    const texts = Object.entries(layersOf).map(([name, ms]) => `${name} ${ms}`);
    print(`estimated for 1,000,000 on ${card}, ms: ${texts.join(', ')}, of which sort ${sort}`);
  }
  print(`\nresults: ${file}`);
  const failed = Object.values(parts.results).some(({ error }) => error !== undefined);
  // What a part that took too long has started would keep the process from ending.
  process.exit(failed ? 1 : 0);
}
