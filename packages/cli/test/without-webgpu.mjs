// Loaded with `node --import`: the package `webgpu` is not installed.
import { register } from 'node:module';

const hooks = `export function resolve(name, context, next) {
  if (name !== 'webgpu') return next(name, context);
  throw Object.assign(new Error("Cannot find package 'webgpu'"), { code: 'ERR_MODULE_NOT_FOUND' });
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
