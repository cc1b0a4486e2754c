import { GLBufferAttribute, IntType } from 'three';

type Numbers = Float32Array | Uint32Array | Uint8Array;

/**
 * A column in shared memory, and its copy in a GPU buffer. An upload reads directly from the memory that the threads
 * wrote. It transfers only the requested rows.
 */
export class Column {
  /** The attribute that gives a geometry access to the GPU buffer. Integers stay integers in the shader. */
  readonly attribute: GLBufferAttribute;
  readonly #gl: WebGL2RenderingContext;
  readonly #numbers: Numbers;
  readonly #buffer: WebGLBuffer;
  readonly #per: number;

  /** @param per the number of values for each vertex */
  constructor(gl: WebGL2RenderingContext, numbers: Numbers, per: number) {
    this.#gl = gl;
    this.#numbers = numbers;
    this.#per = per;
    this.#buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    gl.bufferData(gl.ARRAY_BUFFER, numbers.byteLength, gl.DYNAMIC_DRAW);
    const type =
      numbers instanceof Float32Array
        ? gl.FLOAT
        : numbers instanceof Uint32Array
          ? gl.UNSIGNED_INT
          : gl.UNSIGNED_BYTE;
    const bytes = numbers.BYTES_PER_ELEMENT as 1 | 4;
    this.attribute = new GLBufferAttribute(this.#buffer, type, per, bytes, numbers.length / per);
    if (type !== gl.FLOAT) Object.assign(this.attribute, { gpuType: IntType });
  }

  /** Uploads rows [first, first + count) into the buffer, starting at vertex `to`. */
  upload(first: number, count: number, to = first): void {
    const gl = this.#gl;
    const begin = first * this.#per;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    gl.bufferSubData(
      gl.ARRAY_BUFFER,
      to * this.#per * this.#numbers.BYTES_PER_ELEMENT,
      this.#numbers,
      begin,
      count * this.#per,
    );
  }

  dispose(): void {
    this.#gl.deleteBuffer(this.#buffer);
  }
}
