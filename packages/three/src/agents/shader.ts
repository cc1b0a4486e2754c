import type { IUniform, Material } from 'three';

/**
 * Declares the attributes of an agent for the vertex shaders of three.js, and the uniforms that transform the body of
 * the agent.
 */
const DECLARATIONS = /* glsl */ `
  attribute float x;
  attribute float y;
  attribute float z;
  attribute float vx;
  attribute float vy;
  attribute float vz;
  attribute float species;
  #ifdef AGENT_HEADING
    attribute vec3 heading;
    attribute vec3 up;
  #endif
  #ifdef AGENT_TINT
    attribute vec3 tint;
  #endif
  uniform float agentLag; // how long before the state, s
  uniform vec3 agentUpright;
  uniform float agentScales[AGENT_SPECIES]; // 0 for species that are not drawn
  uniform vec3 agentColors[AGENT_SPECIES];
  varying vec3 agentColor;
`;

/**
 * Computes the transform of an agent's body. The columns of `agentTurn` point to the left, up and ahead, as in
 * getMatrixAt.
 */
const FRAME = /* glsl */ `
  int agentSpecies = int(species + 0.5);
  float agentScale = agentScales[agentSpecies];
  vec3 agentVelocity = vec3(vx, vy, vz);
  vec3 agentCenter = vec3(x, y, z) - agentLag * agentVelocity;
  mat3 agentTurn = mat3(1.0);
  #if defined(AGENT_HEADING)
    agentTurn = mat3(cross(up, heading), up, heading);
  #elif defined(AGENT_VELOCITY)
    vec3 agentAhead = dot(agentVelocity, agentVelocity) > 1e-12 ? normalize(agentVelocity) : vec3(1.0, 0.0, 0.0);
    vec3 agentSide = cross(agentUpright, agentAhead);
    // straight up or down, any side direction will do
    agentSide = dot(agentSide, agentSide) > 1e-6
      ? normalize(agentSide)
      : normalize(cross(agentAhead.yzx + 0.1, agentAhead));
    agentTurn = mat3(agentSide, cross(agentAhead, agentSide), agentAhead);
  #endif
  #ifdef AGENT_TINT
    agentColor = tint;
  #else
    agentColor = agentColors[agentSpecies];
  #endif
`;

const NORMAL = /* glsl */ `
  objectNormal = agentTurn * objectNormal;
  #ifdef USE_TANGENT
    objectTangent = agentTurn * objectTangent;
  #endif
`;

const PLACE = 'transformed = agentCenter + agentTurn * (agentScale * transformed);';

/**
 * Changes a mesh material of three.js so that it draws agents. The transform of an agent replaces the instance matrix.
 * Lights, shadows, fog, tone mapping, color spaces and clipping work as usual.
 */
export function drawAgents(
  material: Material,
  uniforms: Readonly<Record<string, IUniform>>,
  defines: Readonly<Record<string, number | string>>,
): void {
  const lines = Object.entries(defines).map(([name, value]) => `#define ${name} ${value}\n`);
  const before = material.onBeforeCompile;
  material.onBeforeCompile = (shader, renderer) => {
    before.call(material, shader, renderer);
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = `${lines.join('')}${DECLARATIONS}${shader.vertexShader}`
      .replace(/void\s+main\s*\(\s*\)\s*\{/, (found) => `${found}${FRAME}`)
      .replace('#include <beginnormal_vertex>', (found) => `${found}\n${NORMAL}`)
      .replace('#include <begin_vertex>', (found) => `${found}\n${PLACE}`);
    shader.fragmentShader = `varying vec3 agentColor;\n${shader.fragmentShader}`.replace(
      '#include <color_fragment>',
      (found) => `${found}\ndiffuseColor.rgb *= agentColor;`,
    );
  };
  const keyOf = material.customProgramCacheKey;
  material.customProgramCacheKey = () => `${keyOf.call(material)} agents ${lines.join(' ')}`;
}
