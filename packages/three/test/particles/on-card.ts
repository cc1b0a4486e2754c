/** A vertex shader to run by itself. */
export interface CardTask {
  /** Declares everything but `out vec4 found`, and writes that in main(). */
  readonly shader: string;
  /** One number for each vertex; the shader has a float of each name. */
  readonly floats: Readonly<Record<string, ArrayLike<number>>>;
  /** The same for whole numbers: uint in the shader. */
  readonly wholes: Readonly<Record<string, ArrayLike<number>>>;
  /** By name: uint, float, or arrays of float and of vec4. */
  readonly uniforms: Readonly<Record<string, readonly ['1ui' | '1f' | '1fv' | '4fv', unknown]>>;
}

/** Runs the shader on the graphics card for each vertex. Returns the results, four numbers per vertex. */
export function runOnCard({ shader, floats, wholes, uniforms }: CardTask): Float32Array {
  const gl = document.createElement('canvas').getContext('webgl2')!;
  const program = gl.createProgram();
  const add = (type: number, text: string) => {
    const one = gl.createShader(type)!;
    gl.shaderSource(one, `#version 300 es\nprecision highp float;\nprecision highp int;\n${text}`);
    gl.compileShader(one);
    gl.attachShader(program, one);
  };
  const declared = [
    ...Object.keys(floats).map((name) => `in float ${name};`),
    ...Object.keys(wholes).map((name) => `in uint ${name};`),
  ];
  add(gl.VERTEX_SHADER, `${declared.join('\n')}\nout vec4 found;\n${shader}`);
  add(gl.FRAGMENT_SHADER, 'out vec4 color; void main() { color = vec4(0.0); }');
  gl.transformFeedbackVaryings(program, ['found'], gl.INTERLEAVED_ATTRIBS);
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    const logs = gl
      .getAttachedShaders(program)!
      .map((attachedShader) => gl.getShaderInfoLog(attachedShader));
    throw new Error([gl.getProgramInfoLog(program), ...logs].join('\n'));
  }
  gl.useProgram(program);
  let count = 0;
  for (const [name, list] of [...Object.entries(floats), ...Object.entries(wholes)]) {
    const at = gl.getAttribLocation(program, name);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    const whole = name in wholes;
    const numbers = whole ? Uint32Array.from(list) : Float32Array.from(list);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(at);
    if (whole) gl.vertexAttribIPointer(at, 1, gl.UNSIGNED_INT, 0, 0);
    else gl.vertexAttribPointer(at, 1, gl.FLOAT, false, 0, 0);
    count = numbers.length;
  }
  for (const [name, [type, value]] of Object.entries(uniforms)) {
    const at = gl.getUniformLocation(program, name);
    if (type === '1ui') gl.uniform1ui(at, value as number);
    if (type === '1f') gl.uniform1f(at, value as number);
    if (type === '1fv') gl.uniform1fv(at, value as number[]);
    if (type === '4fv') gl.uniform4fv(at, value as number[]);
  }
  gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, gl.createBuffer());
  gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 16 * count, gl.STATIC_READ);
  gl.enable(gl.RASTERIZER_DISCARD);
  gl.beginTransformFeedback(gl.POINTS);
  gl.drawArrays(gl.POINTS, 0, count);
  gl.endTransformFeedback();
  const found = new Float32Array(4 * count);
  gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, found);
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return found;
}
