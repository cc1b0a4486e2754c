import type { CheckpointStore } from '../../src/jobs/job.ts';

/** A store for tests, which records the calls that it gets. */
export class MemoryStore implements CheckpointStore {
  readonly saved = new Map<string, Uint8Array>();
  readonly calls: string[] = [];
  /** Called with each save. */
  onSave: (bytes: Uint8Array) => void = () => {};

  async load(key: string): Promise<Uint8Array | undefined> {
    this.calls.push('load');
    return this.saved.get(key);
  }

  async save(key: string, bytes: Uint8Array): Promise<void> {
    this.calls.push('save');
    this.saved.set(key, bytes.slice());
    this.onSave(bytes);
  }

  async remove(key: string): Promise<void> {
    this.calls.push('remove');
    this.saved.delete(key);
  }
}
