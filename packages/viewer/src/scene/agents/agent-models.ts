import type { Scenario, Species } from '@skein/core';
import { hideNotice, messageOf, showNotice } from '../../panel/notices.ts';
import type { Model } from '../models/load-model.ts';

/** The models that the species of a scenario name as their bodies. What is refused is reported, and drawn as another body. */
export class AgentModels {
  readonly #models = new Map<string, Model>();
  readonly #notices: string[] = [];
  readonly #onLoad: () => void;
  #isGone = false;

  constructor({ species }: Scenario, onLoad: () => void) {
    this.#onLoad = onLoad;
    const addresses = species.map(addressOf).filter((one) => one !== undefined);
    for (const address of new Set(addresses)) void this.#load(address);
  }

  /** The model of a species; undefined while there is none. */
  of(species: Species): Model | undefined {
    return this.#models.get(addressOf(species) ?? '');
  }

  dispose(): void {
    this.#isGone = true;
    for (const title of this.#notices) hideNotice(title);
  }

  async #load(address: string): Promise<void> {
    try {
      const { loadModel } = await import('../models/load-model.ts');
      this.#models.set(address, await loadModel(address));
      this.#onLoad();
    } catch (error) {
      if (this.#isGone) return;
      const title = `The model ${address} cannot be drawn.`;
      this.#notices.push(title);
      showNotice(title, `Its agents have another body: ${messageOf(error)}`);
    }
  }
}

function addressOf({ body }: Species): string | undefined {
  return typeof body === 'object' ? body.gltf : undefined;
}
