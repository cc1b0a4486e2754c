// The pages of the site, in the order of the sidebar. A test compares it with the files of docs/.

/** @typedef {{ text: string, link: string }} Page */

/** @type {Array<{ text: string, pages: Page[] }>} */
export const GROUPS = [
  {
    text: 'Start',
    pages: [
      { text: 'What Skein is for', link: '/' },
      { text: 'For three.js developers', link: '/tutorial-three' },
      { text: 'A level of two floors', link: '/tutorial-level' },
      { text: 'For game developers', link: '/tutorial-game' },
      { text: 'For researchers', link: '/tutorial-research' },
      { text: 'In a project of your own', link: '/embedding' },
      { text: 'Comparison', link: '/comparison' },
    ],
  },
  {
    text: 'How to: pages and pictures',
    pages: [
      { text: 'In a three.js scene', link: '/three' },
      { text: 'In React', link: '/react' },
      { text: 'Bodies', link: '/bodies' },
      { text: 'Display', link: '/display' },
      { text: 'The editor', link: '/editor' },
      { text: 'Hosting', link: '/hosting' },
    ],
  },
  {
    text: 'How to: agents',
    pages: [
      { text: 'Steering', link: '/steering' },
      { text: 'Crowds', link: '/crowds' },
      { text: 'Context steering', link: '/context-steering' },
      { text: 'Guidance', link: '/guidance' },
      { text: 'Laws of your own', link: '/laws' },
      { text: 'States', link: '/states' },
      { text: 'Columns', link: '/columns' },
      { text: 'Births and deaths', link: '/births' },
      { text: 'Commands to agents', link: '/agents' },
      { text: 'Events', link: '/events' },
      { text: 'Queries', link: '/queries' },
    ],
  },
  {
    text: 'How to: surroundings',
    pages: [
      { text: 'Obstacles', link: '/obstacles' },
      { text: 'Path finding', link: '/path-finding' },
      { text: 'Navigation meshes', link: '/meshes' },
      { text: 'Ground', link: '/ground' },
      { text: 'Heights', link: '/heights' },
      { text: 'Fields', link: '/fields' },
    ],
  },
  {
    text: 'How to: runs',
    pages: [
      { text: 'Python', link: '/python' },
      { text: 'Snapshots and replays', link: '/snapshots' },
      { text: 'The graphics card', link: '/gpu' },
      { text: 'Rooms', link: '/rooms' },
      { text: 'Lockstep', link: '/lockstep' },
      { text: 'Measures', link: '/measures' },
      { text: 'Sweeps', link: '/sweeps' },
      { text: 'Sweeps on many machines', link: '/queues' },
      { text: 'Tables', link: '/tables' },
      { text: 'Reports', link: '/reports' },
    ],
  },
  {
    text: 'Reference',
    pages: [
      { text: 'Scenario', link: '/scenario' },
      { text: 'Behaviors', link: '/behaviors' },
      { text: 'Command line', link: '/command-line' },
      { text: 'Worlds and teams', link: '/api' },
      { text: 'Scenes and addresses', link: '/scenes' },
      { text: 'Presets', link: '/presets' },
      { text: 'From five articles', link: '/articles' },
      { text: 'Models', link: '/models' },
      { text: 'Tested environments', link: '/consumers' },
    ],
  },
  {
    text: 'Explanation',
    pages: [
      { text: 'Architecture', link: '/architecture' },
      { text: 'Life of a tick', link: '/life-of-a-tick' },
      { text: 'Determinism', link: '/determinism' },
      { text: 'Integration', link: '/integration' },
      { text: 'Reliability', link: '/reliability' },
      { text: 'Performance', link: '/performance' },
      { text: 'Five experiments', link: '/experiments' },
    ],
  },
];
