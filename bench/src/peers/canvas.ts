// agentscript makes a canvas when it is loaded, for views that nobody opens here.
class NoCanvas {
  getContext() {
    return {};
  }
}

Object.assign(globalThis, { OffscreenCanvas: globalThis.OffscreenCanvas ?? NoCanvas });
