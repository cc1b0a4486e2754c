import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webp': 'image/webp',
};

/**
 * A static host: serves the files of a folder under a sub-path, with only the given headers. `answers` holds responses
 * for other paths; while `isDown`, it does not respond.
 */
export async function serveFolder(
  folder: string,
  path: string,
  headers: Record<string, string> = {},
  answers: Record<string, RequestListener> = {},
  isDown: () => boolean = () => false,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (isDown()) return response.destroy();
    const { pathname } = new URL(request.url!, 'http://host');
    const answer = answers[pathname];
    if (answer) return answer(request, response);
    const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    try {
      if (!name.startsWith(path)) throw new Error('not under the path');
      const body = await readFile(join(folder, normalize(name.slice(path.length))));
      const type = TYPES[extname(name)] ?? 'application/octet-stream';
      response.writeHead(200, { 'Content-Type': type, ...headers }).end(body);
    } catch {
      response.writeHead(404).end('not found');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
