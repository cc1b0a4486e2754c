/** Makes a good network worse: messages are late, lost, and overtake each other. */
export class BadNetwork {
  /** How late every message is, in ms. */
  delayMs = 0;
  /** How much later a message is at most, in ms. Messages overtake each other if this is longer than the time between them. */
  jitterMs = 0;
  /** The share of messages that are lost. */
  loss = 0;

  /** @param {() => void} deliver */
  pass(deliver) {
    if (Math.random() < this.loss) return;
    const ms = this.delayMs + this.jitterMs * Math.random();
    if (ms === 0) deliver();
    else setTimeout(deliver, ms);
  }
}
