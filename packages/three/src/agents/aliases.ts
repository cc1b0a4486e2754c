import {
  type BufferAttribute,
  type InterleavedBufferAttribute,
  Material,
  ShaderMaterial,
} from 'three';

type Attribute = BufferAttribute | InterleavedBufferAttribute;

/**
 * Returns a function that creates an alias of an attribute. The alias shares the data of the attribute, including later
 * changes. But it is another object, so three.js gives it its own GPU buffer, which can be freed independently.
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
 * Creates an alias of a material. The alias always has the same properties as the material, including later changes,
 * but three.js compiles it separately. When one of the two is disposed of, the other keeps working.
 *
 * The alias has an `id` of its own. Between two objects whose materials have the same id, WebGLRenderer does not set the
 * uniforms again, so all aliases of a material would be drawn with the uniforms of the first.
 */
export function materialAlias(material: Material): Material {
  const own: Record<string | symbol, unknown> = {
    __proto__: null,
    id: new Material().id,
    onBeforeCompile: material.onBeforeCompile,
    customProgramCacheKey: () => material.customProgramCacheKey(),
    // three.js stores here the listeners for the dispose event.
    _listeners: undefined,
  };
  // three.js adds uniforms to the alias only. The values of existing uniforms stay shared.
  if (material instanceof ShaderMaterial) own.uniforms = { ...material.uniforms };
  // A proxy of the material itself would have to have its id, which is a constant.
  return new Proxy(Object.create(material), {
    get: (_, key) => Reflect.get(key in own ? own : material, key),
    set: (_, key, value) => Reflect.set(key in own ? own : material, key, value),
  });
}
