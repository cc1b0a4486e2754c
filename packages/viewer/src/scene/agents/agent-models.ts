import type { Scenario, Species } from '@skein/core';
import type { Model } from '../models/load-model.ts';
import type { SceneHost } from '../scene-host.ts';

/**
 * Loads the models that a scenario declares as the bodies of its species. If a model is refused, a notice says why,
 * and the agents of that species get another body.
 */
export class AgentModels {
  readonly #models = new Map<string, Model>();
  readonly #notices: string[] = [];
  readonly #host: SceneHost;
  readonly #onLoad: () => void;
  #isGone = false;

  constructor({ species }: Scenario, host: SceneHost, onLoad: () => void) {
    this.#host = host;
    this.#onLoad = onLoad;
    const addresses = species.map(addressOf).filter((one) => one !== undefined);
    for (const address of new Set(addresses)) void this.#load(address);
  }

  /** The model of a species; undefined until it is loaded. */
  of(species: Species): Model | undefined {
    return this.#models.get(addressOf(species) ?? '');
  }

  dispose(): void {
    this.#isGone = true;
    for (const title of this.#notices) this.#host.hideNotice(title);
  }

  async #load(address: string): Promise<void> {
    try {
      const { loadModel } = await import('../models/load-model.ts');
      const { href } = new URL(address, this.#host.address);
      this.#models.set(address, await loadModel(href));
      this.#onLoad();
    } catch (error) {
      if (this.#isGone) return;
      const title = `The model ${address} cannot be drawn.`;
      this.#notices.push(title);
      const why = error instanceof Error ? error.message : String(error);
      this.#host.showNotice(title, `Its agents are drawn with another body. ${why}`);
    }
  }
}

function addressOf({ body }: Species): string | undefined {
  return typeof body === 'object' ? body.gltf : undefined;
}
