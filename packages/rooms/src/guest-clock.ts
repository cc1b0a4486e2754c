import type { Turns } from './messages.ts';

/** How much a new measurement counts. */
const SHARE = 0.1;
/** A clock that is off by more than this, in ticks, is set at once. */
const MAX_DRIFT = 20;

/** A guest's idea of the time in the room, and of how long messages take. */
export class GuestClock {
  #tickMs = 1;
  #isSet = false;
  #roundTripMs = 0;
  /** How much the round trip varies, in ms. */
  #jitterMs = 0;
  /** The tick of the room at time 0 of the guest. */
  #offset = 0;

  get tickMs(): number {
    return this.#tickMs;
  }

  get roundTripMs(): number {
    return this.#roundTripMs;
  }

  start(tickMs: number): void {
    this.#tickMs = tickMs;
  }

  /** Measures again, for example after a lost connection. */
  forget(): void {
    this.#isSet = false;
  }

  /** Learns from a message that has arrived now. Messages that were overtaken make the round trip longer. */
  take({ tick, echo, held }: Turns, now: number): void {
    if (echo > 0) {
      const sample = Math.min(10_000, Math.max(0, now - echo - held));
      if (!this.#isSet) this.#roundTripMs = sample;
      const difference = sample - this.#roundTripMs;
      this.#jitterMs += SHARE * (Math.abs(difference) - this.#jitterMs);
      this.#roundTripMs += SHARE * difference;
    }
    const offset = tick + (this.#roundTripMs / 2 - now) / this.#tickMs;
    const drift = offset - this.#offset;
    const isNear = this.#isSet && Math.abs(drift) <= MAX_DRIFT;
    this.#offset = isNear ? this.#offset + SHARE * drift : offset;
    this.#isSet ||= echo > 0;
  }

  /** The tick that the room will have when a message that is sent now arrives. */
  arrivalTick(now: number): number {
    return Math.ceil(this.#tickNow(now) + this.#margin()) + 1;
  }

  /**
   * The tick to which the guest should have stepped. If it predicts, inputs for this tick just reach the room. If not, it is
   * the tick whose commands have just arrived, also if they take a little longer than usual. As messages come once in a tick
   * or a little later, a guest without a tick in reserve would step as they come, and not evenly.
   */
  targetTick(now: number, predicts: boolean): number {
    return predicts ? this.arrivalTick(now) : Math.floor(this.#tickNow(now) - this.#margin()) - 1;
  }

  #tickNow(now: number): number {
    return this.#offset + now / this.#tickMs;
  }

  /** How long a message takes, with some reserve, in ticks. */
  #margin(): number {
    return (this.#roundTripMs / 2 + 2 * this.#jitterMs) / this.#tickMs;
  }
}
