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

/** Outside of the picture: where a vertex shader puts what is not to be drawn. */
export const NOWHERE = 'vec4(2.0, 2.0, 2.0, 1.0)';

const VERTEX = /* glsl */ `
  #include <common>
  #include <fog_pars_vertex>
  #include <logdepthbuf_pars_vertex>
  uniform float viewHeight; // pixels
  // pixels that a length of 1 m takes up at this place of the picture
  float pixelsPerMeter(vec4 place) {
    return 0.5 * viewHeight * projectionMatrix[1][1] / max(place.w, 0.3);
  }
`;

/** Ends a vertex shader, in which the place before the eye is `mvPosition`. */
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
  // A color as the screen shows it, in the space of whatever is drawn into.
  void paint(vec3 shown) {
    gl_FragColor = vec4(linearOf(max(shown, 0.0)), 1.0);
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
    #include <logdepthbuf_fragment>
  }
  // Light that is added, and covers this much of what is behind it; fog swallows it. As with every transparent
  // material the color alone is toned and converted: then what is dim does not become dark.
  void shine(vec3 color, float strength, float covered) {
    paint(min(color, 1.0));
    float clear = clarity();
    gl_FragColor = vec4(gl_FragColor.rgb * (clamp(strength, 0.0, 1.0) * clear), covered * clear);
  }
  // What hides what is behind it.
  void cover(vec3 color) {
    paint(color);
    #include <fog_fragment>
  }
`;

/** What `pixelsPerMeter` of a shader needs; objects may share it. */
export interface ViewHeight {
  readonly viewHeight: IUniform<number>;
}

export interface ShadingOptions {
  /** Calls `pixelsPerMeter(gl_Position)` where it needs sizes, and ends with VERTEX_END. */
  readonly vertexShader: string;
  /** Ends with `shine` or `cover`, which take colors as the screen shows them. */
  readonly fragmentShader: string;
  readonly uniforms: Record<string, IUniform> & ViewHeight;
  readonly defines?: Record<string, number | string>;
}

/**
 * A material whose colors are mixed as the screen shows them. It has the fog and the tone mapping of the scene, and
 * writes the color space of what it is drawn into: the canvas, or the target of a composer.
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
 * A material of light: it is added up, so nothing hides behind it and nothing has to be sorted. Its shader says by
 * `shine(color, strength, covered)` how much of what is behind it is covered, where `behind` takes it from there.
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

/** The object's shaders know how high the picture is, pixels, whichever it is drawn into. */
export function knowView(object: Object3D, { viewHeight }: ViewHeight, onDraw?: () => void): void {
  object.onBeforeRender = (renderer) => {
    viewHeight.value = renderer.getCurrentViewport(viewport).w;
    onDraw?.();
  };
}
