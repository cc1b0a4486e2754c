// This is the client for S3 that finds the credentials of clusters by itself (roles of machines and of pods, profiles),
// and AWS releases it every week. s3mini is 70 times smaller, but takes only fixed keys.
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { CheckpointStore } from '@skein/sweep';
import type { S3Address } from './s3-address.ts';
import { StoreError, type StoreErrorCode } from './store-error.ts';

/** The default region for signing requests. Only the server of AWS uses the region. */
const DEFAULT_REGION = 'us-east-1';

/** Stores checkpoints as objects in a bucket. S3 replaces objects atomically, and always returns the latest version. */
export class S3Store implements CheckpointStore {
  readonly #client: S3Client;
  readonly #address: S3Address;

  constructor(address: S3Address) {
    const { endpoint, region } = address;
    this.#address = address;
    // Suppresses a warning about the versions of Node that later versions of the client will need.
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
    this.#client = new S3Client({
      region: region ?? process.env.AWS_REGION ?? DEFAULT_REGION,
      // Other servers have no host name per bucket, and some do not support the newer checksums.
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 4,
    });
  }

  async load(key: string): Promise<Uint8Array | undefined> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand(this.#place(key)));
      return await Body?.transformToByteArray();
    } catch (error) {
      if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return undefined;
      throw this.#refusal('be read', error);
    }
  }

  async save(key: string, bytes: Uint8Array): Promise<void> {
    try {
      await this.#client.send(new PutObjectCommand({ ...this.#place(key), Body: bytes }));
    } catch (error) {
      throw this.#refusal('be written', error);
    }
  }

  async remove(key: string): Promise<void> {
    try {
      await this.#client.send(new DeleteObjectCommand(this.#place(key)));
    } catch (error) {
      throw this.#refusal('be written', error);
    }
  }

  #place(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#address.bucket, Key: `${this.#address.prefix}${key}.checkpoint` };
  }

  #refusal(what: string, cause: unknown): StoreError {
    const [code, reason] = explain(cause);
    return new StoreError(code, `store: ${this.#address.shown} cannot ${what}: ${reason}`, {
      cause,
    });
  }
}

function explain(cause: unknown): [StoreErrorCode, string] {
  const { name, message } = cause as Error;
  if (name === 'CredentialsProviderError') {
    return ['STORE_REFUSED', 'no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'];
  }
  if (!(cause instanceof S3ServiceException)) {
    const { code } = cause as NodeJS.ErrnoException;
    return ['STORE_UNREACHABLE', code === undefined ? message : `${code} ${message}`.trim()];
  }
  const status = cause.$metadata.httpStatusCode ?? 0;
  const reason = `${name}: ${message}`;
  if (status === 507 || name === 'QuotaExceeded') return ['STORE_FULL', reason];
  return [status >= 400 && status < 500 ? 'STORE_REFUSED' : 'STORE_FAILED', reason];
}
