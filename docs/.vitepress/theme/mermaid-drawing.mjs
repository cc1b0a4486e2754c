import { useData } from 'vitepress';
import { defineComponent, h, onMounted, ref, watch } from 'vue';

let drawn = 0;

/** A block of mermaid, drawn in the browser, and again when the page turns dark or light. */
export const MermaidDrawing = defineComponent({
  props: { text: { type: String, required: true } },
  setup({ text }) {
    const { isDark } = useData();
    const drawing = ref('');
    onMounted(draw);
    watch(isDark, draw);
    return () => h('div', { class: 'mermaid-drawing', innerHTML: drawing.value });

    async function draw() {
      // It is large, and few pages have a drawing.
      const { default: mermaid } = await import('mermaid');
      const theme = isDark.value ? 'dark' : 'neutral';
      // Its size is that of its words; the style sheet says how far it shrinks.
      const own = { useMaxWidth: false };
      mermaid.initialize({
        startOnLoad: false,
        theme,
        fontFamily: 'inherit',
        flowchart: own,
        sequence: own,
      });
      drawn += 1;
      const { svg } = await mermaid.render(`drawing-${drawn}`, decodeURIComponent(text));
      drawing.value = svg;
    }
  },
});
