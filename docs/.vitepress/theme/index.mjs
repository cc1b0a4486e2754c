import Theme from 'vitepress/theme';
import { LiveScene } from './live-scene.mjs';
import { MermaidDrawing } from './mermaid-drawing.mjs';
import './style.css';

/** @type {import('vitepress').Theme} */
export default {
  extends: Theme,
  enhanceApp({ app }) {
    app.component('LiveScene', LiveScene);
    app.component('MermaidDrawing', MermaidDrawing);
  },
};
