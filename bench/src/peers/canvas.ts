// agentscript creates a canvas when it is loaded, for views that are not used here.
class NoCanvas {
  getContext() {
    return {};
  }
}

Object.assign(globalThis, { OffscreenCanvas: globalThis.OffscreenCanvas ?? NoCanvas });
