// Fireflies around a lantern, as components of React Three Fiber. A slider sets how many there are; a click on one
// colors it.
//
//   npx vite examples --open /03-react.html
import { Canvas } from '@react-three/fiber';
import type { ScenarioInput } from '@skein/core';
import { Agents, Skein, Trails } from '@skein/react';
import { StrictMode, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** Another number of agents is another scenario: <Skein> then starts over with it. */
const swarm = (count: number): ScenarioInput => ({
  name: 'swarm',
  bounds: { type: 'contain', min: [-20, -12, -20], max: [20, 12, 20] },
  targets: [{ name: 'lantern', position: [0, 0, 0] }],
  species: [
    {
      name: 'firefly',
      count,
      color: '#ffd166',
      minSpeed: 3,
      maxSpeed: 8,
      maxForce: 16,
      spawn: { type: 'sphere', center: [0, 0, 0], radius: 9, velocity: { speed: 4 } },
      behaviors: [
        { type: 'separation', radius: 1.2 },
        { type: 'alignment', radius: 2, weight: 4 },
        { type: 'seek', target: 'lantern', weight: 1, from: 7 },
        { type: 'wander', weight: 6 },
      ],
    },
  ],
});

function App() {
  const [count, setCount] = useState(400);
  const [chosen, setChosen] = useState<number>();
  return (
    <>
      <Canvas camera={{ position: [0, 3, 21] }}>
        <ambientLight intensity={0.6} />
        <pointLight intensity={900} color="#ffb454" />
        <mesh>
          <sphereGeometry args={[1.2]} />
          <meshBasicMaterial color="#ffdca0" />
        </mesh>
        <Suspense>
          <Skein scenario={swarm(count)}>
            <Agents
              ahead="y"
              color={({ id }, color) => color.set(id === chosen ? '#ff3060' : '#ffd166')}
              onClick={(event) => setChosen(event.agent)}
            >
              <coneGeometry args={[0.18, 0.7, 6]} />
              <meshStandardMaterial />
            </Agents>
            <Trails length={0.8} width={0.35} />
          </Skein>
        </Suspense>
      </Canvas>
      <label style={{ position: 'fixed', top: 16, left: 16 }}>
        <input
          type="range"
          min={100}
          max={2000}
          step={100}
          value={count}
          onChange={({ target }) => setCount(Number(target.value))}
        />{' '}
        {count} fireflies,{' '}
        <span role="status">{chosen === undefined ? 'click one' : `picked ${chosen}`}</span>
      </label>
    </>
  );
}

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
