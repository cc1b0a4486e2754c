import { Zip, ZipPassThrough } from 'fflate';

/** A picture as a PNG, and the name of its file in the zip file. */
export interface Frame {
  readonly name: string;
  readonly png: Blob;
}

/**
 * Puts pictures into a zip file, until `next` returns undefined. The pictures are stored without compression, because
 * PNG files are compressed already.
 */
export async function zipFrames(next: () => Promise<Frame | undefined>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part as Uint8Array<ArrayBuffer>);
  });
  for (let frame = await next(); frame !== undefined; frame = await next()) {
    const entry = new ZipPassThrough(frame.name);
    zip.add(entry);
    entry.push(new Uint8Array(await frame.png.arrayBuffer()), true);
  }
  zip.end();
  return new Blob(parts, { type: 'application/zip' });
}
