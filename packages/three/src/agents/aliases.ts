import {
  type BufferAttribute,
  type InterleavedBufferAttribute,
  type Material,
  ShaderMaterial,
} from 'three';

type Attribute = BufferAttribute | InterleavedBufferAttribute;

/**
 * Makes attributes with the same contents and another identity: three.js keeps a buffer of their own on the graphics card
 * for them, which can be freed while others draw from theirs. Changes of an attribute show in its alias.
 */
export function attributeAliases(): <A extends Attribute>(attribute: A) => A {
  // Attributes that interleave share a buffer.
  const interleaved = new Map<object, object>();
  return (attribute) => {
    const alias = Object.create(attribute);
    if ('isInterleavedBufferAttribute' in attribute) {
      const { data } = attribute;
      const own = interleaved.get(data) ?? Object.create(data);
      interleaved.set(data, own);
      Object.defineProperty(alias, 'data', { value: own });
    }
    return alias;
  };
}

/**
 * A material that looks like another, and changes with it, but is compiled in a way of its own; ending one of them
 * leaves the other as it is.
 */
export function materialAlias(material: Material): Material {
  const own: Record<string | symbol, unknown> = {
    __proto__: null,
    onBeforeCompile: material.onBeforeCompile,
    customProgramCacheKey: () => material.customProgramCacheKey(),
    // Where three.js keeps what waits for its end.
    _listeners: undefined,
  };
  // Uniforms are added to those of the alias; the values of the others stay shared.
  if (material instanceof ShaderMaterial) own.uniforms = { ...material.uniforms };
  return new Proxy(material, {
    get: (target, key) => Reflect.get(key in own ? own : target, key),
    set: (target, key, value) => Reflect.set(key in own ? own : target, key, value),
  });
}
