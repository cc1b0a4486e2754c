import {
  type BufferAttribute,
  type InterleavedBufferAttribute,
  type Material,
  ShaderMaterial,
} from 'three';

type Attribute = BufferAttribute | InterleavedBufferAttribute;

/**
 * Creates aliases of attributes: they share the data, but are other objects. So three.js creates separate GPU buffers
 * for them, which can be freed independently. Changes of the attribute also show in its alias.
 */
export function attributeAliases(): <A extends Attribute>(attribute: A) => A {
  // Interleaved attributes share one buffer.
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
 * Creates an alias of a material: it has the same properties, now and later, but is compiled separately. Disposing of
 * either one does not affect the other.
 */
export function materialAlias(material: Material): Material {
  const own: Record<string | symbol, unknown> = {
    __proto__: null,
    onBeforeCompile: material.onBeforeCompile,
    customProgramCacheKey: () => material.customProgramCacheKey(),
    // three.js stores here the listeners for the dispose event.
    _listeners: undefined,
  };
  // three.js adds uniforms to the alias only. The values of existing uniforms stay shared.
  if (material instanceof ShaderMaterial) own.uniforms = { ...material.uniforms };
  return new Proxy(material, {
    get: (target, key) => Reflect.get(key in own ? own : target, key),
    set: (target, key, value) => Reflect.set(key in own ? own : target, key, value),
  });
}
