// The cheapest ways over a map, for a knight and for a duck. Water costs the knight ten times as much
// as dry land; for the duck it is the other way around. Neither gets through walls.
//
//   node examples/08-path-finding.mjs
import { mapFromRows, PathFinder, smoothPath } from '@skein/core/path';

const rows = [
  '............................~~~~.................',
  '..########..................~~~.........######...',
  '..#......#.................~~~~.........#....#...',
  '..#......#.......####.....~~~~..........#....#...',
  '..#......#.......#..#....~~~~................#...',
  '..###..###.......#..#...~~~~............#....#...',
  '.................##.#..~~~~..##...##....######...',
  '......................~~~~...#.....#.............',
  '........######.......~~~~....#.....#.............',
  '........#....#......~~~~.....#######......~~~....',
  '.............#.....~~~~................~~~~~~~~..',
  '........#....#....~~~~................~~~~~~~~~..',
  '........######....~~~~.................~~~~~~~...',
  '.........................................~~~.....',
  '.................~~~~............................',
  '................~~~~~............................',
];
travel('knight', { '.': 1, '~': 10, '#': 'wall' });
travel('duck', { '.': 10, '~': 1, '#': 'wall' });

/** @param {string} name @param {Record<string, number | 'wall'>} legend */
function travel(name, legend) {
  const map = mapFromRows(rows, legend);
  const [start, goal] = [3 * map.width + 5, 3 * map.width + 43]; // both in row 3
  const { cells, length, cost } = new PathFinder(map).find(start, goal);
  const turns = new Set(smoothPath(map, cells));

  const picture = rows.map((row) => [...row]);
  for (const at of cells) {
    const [x, y] = [at % map.width, Math.floor(at / map.width)];
    picture[y][x] = turns.has(at) ? 'o' : '*';
  }
  console.log(picture.map((row) => row.join('')).join('\n'));
  console.log(`${name}: length ${length.toFixed(1)}, cost ${cost.toFixed(1)}, o where it turns\n`);
}
