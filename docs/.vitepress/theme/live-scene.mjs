import { withBase } from 'vitepress';
import { computed, defineComponent, h, nextTick, onMounted, onUnmounted, ref } from 'vue';

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
    const figure = ref();
    const stopButton = ref();
    /** @type {IntersectionObserver | undefined} */
    let observer;

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
      stop();
    });

    return () =>
      h('figure', { class: 'live-scene', ref: figure }, [
        h(
          'div',
          { class: 'stage' },
          runs.value ? frame() : [slots.default?.(), ready.value && play()],
        ),
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
      });
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
