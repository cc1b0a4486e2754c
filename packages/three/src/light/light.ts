import {
  type BlendingDstFactor,
  CustomBlending,
  type IUniform,
  type Object3D,
  OneFactor,
  ShaderMaterial,
  UniformsLib,
  UniformsUtils,
  Vector4,
} from 'three';

/** A position outside the picture, for vertices that must not be drawn. */
export const NOWHERE = 'vec4(2.0, 2.0, 2.0, 1.0)';

const VERTEX = /* glsl */ `
  #include <common>
  #include <fog_pars_vertex>
  #include <logdepthbuf_pars_vertex>
  uniform float viewHeight; // pixels
  // the length of 1 m at this position, in pixels
  float pixelsPerMeter(vec4 place) {
    return 0.5 * viewHeight * projectionMatrix[1][1] / max(place.w, 0.3);
  }
`;

/** The last lines of a vertex shader. They need a variable `mvPosition`, which is the position in view space. */
export const VERTEX_END = /* glsl */ `
  #include <logdepthbuf_vertex>
  #include <fog_vertex>
`;

const FRAGMENT = /* glsl */ `
  #include <common>
  #include <fog_pars_fragment>
  #include <logdepthbuf_pars_fragment>
  vec3 linearOf(vec3 shown) {
    return mix(shown / 12.92, pow((shown + 0.055) / 1.055, vec3(2.4)), step(0.04045, shown));
  }
  float clarity() {
    #if defined(USE_FOG) && defined(FOG_EXP2)
      return exp(-fogDensity * fogDensity * vFogDepth * vFogDepth);
    #elif defined(USE_FOG)
      return 1.0 - smoothstep(fogNear, fogFar, vFogDepth);
    #else
      return 1.0;
    #endif
  }
  // Writes a color given in sRGB, converted for the current render target.
  void paint(vec3 shown) {
    gl_FragColor = vec4(linearOf(max(shown, 0.0)), 1.0);
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
    #include <logdepthbuf_fragment>
  }
  // Adds light, and covers the given fraction of what is behind it; fog dims it. As for every transparent material,
  // only the color is tone mapped and converted, so that faint light does not become too dark.
  void shine(vec3 color, float strength, float covered) {
    paint(min(color, 1.0));
    float clear = clarity();
    gl_FragColor = vec4(gl_FragColor.rgb * (clamp(strength, 0.0, 1.0) * clear), covered * clear);
  }
  // Writes an opaque color.
  void cover(vec3 color) {
    paint(color);
    #include <fog_fragment>
  }
`;

/**
 * The uniform for the height of the picture, which `pixelsPerMeter` reads in a shader. Several objects may share it.
 */
export interface ViewHeight {
  readonly viewHeight: IUniform<number>;
}

export interface ShadingOptions {
  /**
   * The source of the vertex shader. It may call `pixelsPerMeter(gl_Position)` to compute sizes, and must end with
   * VERTEX_END.
   */
  readonly vertexShader: string;
  /** The source of the fragment shader. It must end with a call of `shine` or `cover`, which take sRGB colors. */
  readonly fragmentShader: string;
  readonly uniforms: Record<string, IUniform> & ViewHeight;
  readonly defines?: Record<string, number | string>;
}

/**
 * Creates a material whose colors are given and mixed in sRGB. The material uses the fog and the tone mapping of the
 * scene. The result is converted to the color space of the canvas or of a composer's target.
 */
export function shadingMaterial(options: ShadingOptions): ShaderMaterial {
  const { vertexShader, fragmentShader, uniforms, defines = {} } = options;
  return new ShaderMaterial({
    vertexShader: `${VERTEX}${vertexShader}`,
    fragmentShader: `${FRAGMENT}${fragmentShader}`,
    uniforms: { ...UniformsUtils.clone(UniformsLib.fog), ...uniforms },
    defines,
    fog: true,
  });
}

/**
 * Creates a material for light. Light is added to the picture, so it hides nothing and needs no sorting. If the
 * blending factor `behind` is `OneMinusSrcAlphaFactor`, light can also darken its background. Then
 * `shine(color, strength, covered)` darkens the background by the fraction `covered`.
 */
export function lightMaterial(
  options: ShadingOptions,
  behind: BlendingDstFactor = OneFactor,
): ShaderMaterial {
  const material = shadingMaterial(options);
  material.blending = CustomBlending;
  material.blendSrc = OneFactor;
  material.blendDst = behind;
  material.transparent = true;
  material.depthWrite = false;
  return material;
}

const viewport = new Vector4();

/**
 * Passes the height of the current viewport (pixels) to the shaders of an object each time the object is drawn. So the
 * object can be drawn to any render target.
 */
export function knowView(object: Object3D, { viewHeight }: ViewHeight, onDraw?: () => void): void {
  object.onBeforeRender = (renderer) => {
    viewHeight.value = renderer.getCurrentViewport(viewport).w;
    onDraw?.();
  };
}
