// Fireflies. A slider sets how many there are, and a click colors one: npx vite examples --open /03-react.html
import { Canvas } from '@react-three/fiber';
import type { ScenarioInput } from '@skein/core';
import { Agents, type AgentsProps, Skein, Trails } from '@skein/react';
import { Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** Another number of agents makes another scenario, and <Skein> starts over with it. */
const swarm = (count: number): ScenarioInput => ({
  name: 'swarm',
  targets: [{ name: 'lantern', position: [0, 0, 0] }],
  species: [
    {
      name: 'firefly',
      count,
      color: '#ffd166',
      maxSpeed: 8,
      maxForce: 16,
      spawn: { type: 'sphere', center: [0, 0, 0], radius: 9, velocity: { speed: 4 } },
      behaviors: [
        { type: 'separation', radius: 1.2 },
        { type: 'seek', target: 'lantern', weight: 1, from: 7 },
        { type: 'wander', weight: 6 },
      ],
    },
  ],
});

function App() {
  const [count, setCount] = useState(400);
  const [chosen, setChosen] = useState(-1);
  const slide = (event: { target: HTMLInputElement }) => setCount(event.target.valueAsNumber);
  const paint: AgentsProps['color'] = ({ id }, color) => color.set(id === chosen ? 'red' : 'gold');
  return (
    <>
      <Canvas camera={{ position: [0, 3, 21] }}>
        <hemisphereLight args={['#ffe9c4', '#7a4a18', 4]} />
        <mesh>
          <sphereGeometry args={[1.2]} />
          <meshBasicMaterial color="#ffdca0" />
        </mesh>
        <Suspense>
          <Skein scenario={swarm(count)}>
            <Agents ahead="y" color={paint} onClick={(event) => setChosen(event.agent)}>
              <coneGeometry args={[0.18, 0.7, 6]} />
              <meshStandardMaterial />
            </Agents>
            <Trails length={0.8} width={0.35} />
          </Skein>
        </Suspense>
      </Canvas>
      <label style={{ position: 'fixed', top: 16, left: 16 }}>
        <input type="range" min={100} max={2000} step={100} value={count} onChange={slide} />{' '}
        {count} fireflies, <output>{chosen < 0 ? 'click one' : `picked ${chosen}`}</output>
      </label>
    </>
  );
}

createRoot(document.querySelector('#root')!).render(<App />);
