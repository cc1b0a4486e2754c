import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

const REFUSALS = {
  NoSuchBucket: 404,
  NoSuchKey: 404,
  AccessDenied: 403,
  QuotaExceeded: 507,
  SlowDown: 503,
} as const;

/** As much of S3 as a store needs, with one bucket, "skein". It does not check signatures. */
export class S3Server implements AsyncDisposable {
  readonly objects = new Map<string, Buffer>();
  /** What the next requests are answered with instead. */
  readonly refusals: (keyof typeof REFUSALS)[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<S3Server> {
    const server = new S3Server();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { pathname } = new URL(request.url ?? '', this.endpoint);
    const [, bucket, ...rest] = decodeURIComponent(pathname).split('/');
    const key = rest.join('/');
    const refuse = (code: keyof typeof REFUSALS) => {
      const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>as told</Message></Error>`;
      response.writeHead(REFUSALS[code], { 'content-type': 'application/xml' }).end(body);
    };
    const refusal = this.refusals.shift();
    if (refusal !== undefined) return refuse(refusal);
    if (!request.headers.authorization?.includes('/s3/aws4_request')) return refuse('AccessDenied');
    if (bucket !== 'skein') return refuse('NoSuchBucket');
    if (request.method === 'PUT') {
      this.objects.set(key, Buffer.concat(chunks));
      response.end();
    } else if (request.method === 'DELETE') {
      this.objects.delete(key);
      response.writeHead(204).end();
    } else {
      const bytes = this.objects.get(key);
      if (bytes === undefined) return refuse('NoSuchKey');
      response.end(bytes);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
