import { withBase } from 'vitepress';
import { computed, defineComponent, h, nextTick, onMounted, onUnmounted, ref, watch } from 'vue';

/** The one scene that runs: another that starts ends it. */
const running = ref();

/** @type {Promise<boolean> | undefined} */
let served;

/**
 * Whether the viewer is beside the pages. Some servers answer any address with a page, so this asks for a script.
 *
 * @param {string} viewer
 */
async function isServed(viewer) {
  const answer = await fetch(`${viewer}service-worker.js`, { method: 'HEAD' }).catch(
    () => undefined,
  );
  const type = answer?.headers.get('Content-Type') ?? '';
  return answer?.ok === true && type.includes('javascript');
}

/** So often a frame is asked whether it runs, and so long, ms; then it is shown as it is. */
const ASK_MS = 250;
const MAX_ASKING_MS = 20_000;

/**
 * A picture of a scene, which stands in the tag, with a button that runs the scene in its place. With `playing` the
 * scene runs as soon as half of it can be seen, except with reduced motion. It ends when nothing of it can be seen.
 * Without a viewer beside the pages it stays a picture.
 */
export const LiveScene = defineComponent({
  props: { scene: { type: String, required: true }, playing: Boolean },
  setup({ scene, playing }, { slots }) {
    const viewer = withBase('/viewer/');
    const self = Symbol(scene);
    const runs = computed(() => running.value === self);
    const ready = ref(false);
    /** Whether the scene has begun: until then its picture stays. */
    const begun = ref(false);
    const figure = ref();
    const stopButton = ref();
    /** @type {IntersectionObserver | undefined} */
    let observer;
    let endAsking = () => {};
    watch(runs, () => {
      endAsking();
      begun.value = false;
    });

    onMounted(async () => {
      served ??= isServed(viewer);
      ready.value = await served;
      if (!ready.value || figure.value === null) return;
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
      observer = new IntersectionObserver(
        ([{ intersectionRatio }]) => {
          if (intersectionRatio === 0) stop();
          else if (playing && !still && intersectionRatio >= 0.5) running.value ??= self;
        },
        { threshold: [0, 0.5] },
      );
      observer.observe(figure.value);
    });
    onUnmounted(() => {
      observer?.disconnect();
      endAsking();
      stop();
    });

    return () =>
      h('figure', { class: 'live-scene', ref: figure }, [
        h('div', { class: 'stage' }, [
          slots.default?.(),
          runs.value ? frame() : ready.value && play(),
        ]),
        h('figcaption', ['The scene ', h('code', scene), ready.value && rest()]),
      ]);

    function stop() {
      if (runs.value) running.value = undefined;
    }

    async function start() {
      running.value = self;
      await nextTick();
      // The button that had the focus is gone.
      stopButton.value?.focus();
    }

    function play() {
      const label = `Run the scene ${scene}`;
      return h('button', { type: 'button', class: 'play', 'aria-label': label, onClick: start });
    }

    function frame() {
      return h('iframe', {
        src: `${viewer}?scene=${scene}&embed`,
        title: `The scene ${scene}, running`,
        allow: 'cross-origin-isolated',
        class: { begun: begun.value },
        onLoad: (/** @type {{ target: HTMLIFrameElement }} */ { target }) => ask(target),
      });
    }

    /**
     * Asks the viewer where it is, which it says once it has begun.
     *
     * @param {HTMLIFrameElement} frame
     */
    function ask({ contentWindow }) {
      endAsking();
      const since = performance.now();
      const timer = setInterval(() => {
        if (performance.now() - since > MAX_ASKING_MS) begin();
        else contentWindow?.postMessage({ skein: 'tell' }, location.origin);
      }, ASK_MS);
      addEventListener('message', hear);
      endAsking = () => {
        clearInterval(timer);
        removeEventListener('message', hear);
      };

      /** @param {MessageEvent} message */
      function hear({ source, data }) {
        if (source === contentWindow && data?.skein === 'done') begin();
      }

      function begin() {
        endAsking();
        begun.value = true;
      }
    }

    function rest() {
      const href = `${viewer}?scene=${scene}`;
      return [
        runs.value && [
          ', stepped by this browser. ',
          h('button', { type: 'button', ref: stopButton, onClick: stop }, 'Stop'),
        ],
        runs.value ? ' ' : '. ',
        h('a', { href, target: '_self' }, 'Open in the viewer'),
      ];
    }
  },
});
