import type { DrawnState } from '@skein/three/parts';
import type { Brushes, ParticleBrushOptions, ParticleObject } from './brushes.ts';
import type { FrameView, Layer } from './layer.ts';

/** Draws trails and sparks as sprites of light. */
export class ParticleLayer implements Layer {
  readonly object: ParticleObject;
  readonly #dt: number;

  constructor(brushes: Brushes, options: ParticleBrushOptions) {
    this.object = brushes.particles(options);
    this.#dt = options.team.world.scenario.dt;
  }

  update(state: DrawnState, { look, lag }: FrameView): void {
    this.object.update(state.births, {
      shown: Math.max(0, state.tick - lag / this.#dt),
      trails: () => look.trails === 'sprites',
      sparks: () => true,
      fastest: look.color === 'speed' ? (state.paint.scale?.to ?? 0) : 0,
      byThread: look.color === 'worker' ? 1 : look.flash,
      onThreads: look.particles === 'threads',
    });
  }

  /** Called after the frame has been drawn. */
  drawn(): void {
    this.object.drawn?.();
  }

  dispose(): void {
    this.object.dispose();
  }
}
