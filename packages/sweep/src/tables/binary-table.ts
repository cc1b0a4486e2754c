import { Replacement } from '../files/replacement.ts';
import { asFileError } from '../stores/file-error.ts';
import { type Group, GroupBuffer } from './row-group.ts';
import type { Rows, TableSchema } from './table.ts';
import type { CheckedWriter } from './writer.ts';

/**
 * Encodes a table to the bytes of a file, one group of rows at a time. The first bytes include the header of the file.
 */
export interface Encoder {
  /** Encodes a group of rows. The returned bytes must be used before the next call. */
  encode(group: Group): Uint8Array;
  /** Returns the bytes that end the file. */
  end(): Uint8Array;
}

/**
 * Writes a table in a format that has its directory at the end. The file appears at its path only when it is complete.
 */
export class BinaryTable implements CheckedWriter {
  readonly #path: string;
  readonly #file: Replacement;
  readonly #encoder: Encoder;
  readonly #buffer: GroupBuffer;

  private constructor(path: string, file: Replacement, encoder: Encoder, schema: TableSchema) {
    this.#path = path;
    this.#file = file;
    this.#encoder = encoder;
    this.#buffer = new GroupBuffer(schema);
  }

  /** @throws FileError */
  static async open(path: string, schema: TableSchema, encoder: Encoder): Promise<BinaryTable> {
    try {
      return new BinaryTable(path, await Replacement.open(path), encoder, schema);
    } catch (error) {
      throw asFileError('write', path, error);
    }
  }

  async write(rows: Rows, count: number): Promise<void> {
    for (let begin = 0; begin < count; ) {
      begin = this.#buffer.take(rows, begin);
      if (this.#buffer.isFull) await this.#flush();
    }
  }

  async finish(): Promise<void> {
    if (!this.#buffer.isEmpty) await this.#flush();
    await this.#orError(async () => {
      await this.#file.write(this.#encoder.end());
      await this.#file.commit();
    });
  }

  async abandon(): Promise<void> {
    await this.#file.abandon();
  }

  async #flush(): Promise<void> {
    await this.#orError(() => this.#file.write(this.#encoder.encode(this.#buffer.group())));
  }

  async #orError(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      throw asFileError('write', this.#path, error);
    }
  }
}
