import { agreed } from '../agreement.ts';
import { hashOf, MODELS, startOf } from '../models/index.ts';
import { median, ratios, summarize } from '../statistics.ts';
import { openAll } from '../stepper.ts';
import type { Suite } from '../suite.ts';
import { inTurns, timeOf } from '../turns.ts';

export const suite: Suite = {
  description: 'three models of examples/models, against plain loops over typed arrays',
  chart: {
    kind: 'bar',
    title: 'Time of a tick, ms',
    bar: ['model', 'agents', 'name'],
    series: ['name'],
  },
  takes: ['agents', 'only'],
  async *run({ quick, cores, choice, signal }) {
    const agents = choice.agents ?? (quick ? 10_000 : 100_000);
    const wanted = MODELS.filter(({ name }) => {
      return choice.only?.some((word) => name.toLowerCase().includes(word.toLowerCase())) ?? true;
    });
    for (const { name: model, scenario: make, plain: start } of wanted) {
      const scenario = await make(agents);
      const ticks = 3;
      const teams = [...new Set([1, cores])].map((workers) => ({ scenario, workers, ticks }));
      await using steppers = await openAll(teams);
      const plain = start(startOf(scenario), scenario);
      const contender = {
        sample: () => median(Array.from({ length: ticks }, () => timeOf(() => plain.step()))),
      };
      const turns = quick ? 5 : 9;
      const samples = await inTurns([contender, ...steppers], { turns, warmUp: 2, signal });
      const hash = agreed(
        Object.fromEntries(steppers.map(({ team, hash }) => [`${team.workers} workers`, hash])),
      );
      const rows = [
        { name: 'plain typed arrays', hash: hashOf(plain) },
        ...steppers.map(({ team }) => ({ name: `Skein, ${team.workers} workers`, hash })),
      ];
      for (const [index, { name, hash }] of rows.entries()) {
        yield {
          labels: { model, agents, name },
          unit: 'ms/tick',
          samples: samples[index],
          figures: {
            'ns/agent': (1e6 * median(samples[index])) / agents,
            'faster than plain by': summarize(ratios(samples[0], samples[index])),
          },
          hash,
        };
      }
    }
  },
};
