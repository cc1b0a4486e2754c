import { withBase } from 'vitepress';
import { defineComponent, h, onMounted, ref } from 'vue';

/**
 * A scene of the viewer in a frame, where the viewer is served beside the pages. Until that is known, and
 * otherwise, what stands in the tag: a picture, which GitHub shows as well.
 */
export const LiveScene = defineComponent({
  props: { scene: { type: String, required: true } },
  setup({ scene }, { slots }) {
    const viewer = withBase('/viewer/');
    const served = ref(false);
    onMounted(async () => {
      // Some servers answer any address with a page, so this asks for a script.
      const script = `${viewer}service-worker.js`;
      const answer = await fetch(script, { method: 'HEAD' }).catch(() => undefined);
      const type = answer?.headers.get('Content-Type') ?? '';
      served.value = answer?.ok === true && type.includes('javascript');
    });
    return () => h('figure', { class: 'live-scene' }, served.value ? frame() : slots.default?.());

    function frame() {
      return [
        h('iframe', {
          src: `${viewer}?scene=${scene}&embed`,
          title: `The scene ${scene}, running`,
          allow: 'cross-origin-isolated',
          loading: 'lazy',
        }),
        h('figcaption', [
          'The scene ',
          h('code', scene),
          ', stepped by this browser. ',
          h('a', { href: `${viewer}?scene=${scene}`, target: '_self' }, 'Open it in the viewer'),
        ]),
      ];
    }
  },
});
