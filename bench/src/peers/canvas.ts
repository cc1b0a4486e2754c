// agentscript makes a canvas when it is loaded, for views that are not opened here.
class NoCanvas {
  getContext() {
    return {};
  }
}

Object.assign(globalThis, { OffscreenCanvas: globalThis.OffscreenCanvas ?? NoCanvas });
