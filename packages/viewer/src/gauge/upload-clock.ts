/** The calls of WebGL that move data to the graphics card. */
const UPLOADS = [
  'bufferData',
  'bufferSubData',
  'texImage2D',
  'texSubImage2D',
  'texImage3D',
  'texSubImage3D',
] as const;

/** Measures how long the uploads to the graphics card take, by standing in for the calls that do them. */
export class UploadClock {
  #ms = 0;

  constructor(gl: WebGLRenderingContext | WebGL2RenderingContext) {
    const calls = gl as unknown as Record<string, (...parameters: unknown[]) => unknown>;
    for (const name of UPLOADS) {
      const call = calls[name];
      if (call === undefined) continue;
      calls[name] = (...parameters) => {
        const begin = performance.now();
        const result = call.apply(gl, parameters);
        this.#ms += performance.now() - begin;
        return result;
      };
    }
  }

  /** Time since this was asked last, ms. */
  take(): number {
    const ms = this.#ms;
    this.#ms = 0;
    return ms;
  }
}
