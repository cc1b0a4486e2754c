/** The maximum number of tones per second. More would sound like noise. */
const MAX_RATE = 12;
/** The gain of each tone when the volume is 1. */
const LOUDEST = 0.18;
/**
 * The tones of a pentatonic scale, as multiples of the frequency of the lowest tone. Any two of them sound well
 * together.
 */
const SCALE = [1, 9 / 8, 5 / 4, 3 / 2, 5 / 3] as const;
const FIRE_HZ = 196;
const HIT_HZ = 392;

/** Plays soft tones with the oscillators of the browser, so that no files have to be loaded. */
export class Tones {
  readonly #context = new AudioContext();
  readonly #master = this.#context.createGain();
  readonly #begun: number[] = [];
  #step = 0;

  constructor() {
    this.#master.connect(this.#context.destination);
  }

  /** The volume, 0 to 1. */
  set volume(volume: number) {
    // Perceived loudness grows roughly with the square.
    this.#master.gain.value = LOUDEST * volume ** 2;
  }

  fire(): void {
    this.#play(FIRE_HZ, 0.5, FIRE_HZ * 1.5);
  }

  /**
   * Plays the tone of a hit. Each hit moves on by two notes of the scale. After the last note, the scale starts again.
   */
  hit(): void {
    this.#step = (this.#step + 2) % SCALE.length;
    this.#play(HIT_HZ * SCALE[this.#step], 0.9);
  }

  async close(): Promise<void> {
    await this.#context.close();
  }

  #play(hertz: number, seconds: number, glideTo = hertz): void {
    const context = this.#context;
    // Browsers allow sound only after the visitor has touched the page.
    if (context.state === 'suspended') void context.resume();
    const now = context.currentTime;
    while (this.#begun.length > 0 && this.#begun[0] < now - 1) this.#begun.shift();
    if (this.#begun.length >= MAX_RATE) return;
    this.#begun.push(now);
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = 'sine';
    tone.frequency.setValueAtTime(hertz, now);
    tone.frequency.exponentialRampToValueAtTime(glideTo, now + seconds / 3);
    gain.gain.setValueAtTime(0, now);
    gain.gain.linearRampToValueAtTime(1, now + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, now + seconds);
    tone.connect(gain).connect(this.#master);
    tone.start(now);
    tone.stop(now + seconds);
  }
}
