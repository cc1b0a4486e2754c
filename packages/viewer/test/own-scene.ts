/** The text of a scene that is not bundled: three agents that wander. */
export function ownScene(name: string): string {
  return JSON.stringify({
    name,
    description: 'Three that wander.',
    seed: 5,
    dimensions: 2,
    bounds: { type: 'wrap', min: [-9, -7], max: [9, 7] },
    species: [
      {
        name: 'walker',
        count: 3,
        maxSpeed: 2,
        columns: { calm: { type: 'f32', min: 0, max: 8, initial: [1, 2, 3] } },
        spawn: { type: 'sphere', center: [0, 0], radius: 3, velocity: { speed: 1 } },
        behaviors: [{ type: 'wander', weight: 2 }],
      },
    ],
  });
}
