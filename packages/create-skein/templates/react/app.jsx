import { Canvas, useFrame } from '@react-three/fiber';
import { Agents, Skein, useSkein } from '@skein/react';
import { Suspense, useRef, useState } from 'react';
import flock from './flock.json';

export function App() {
  const status = useRef(null);
  const [chosen, setChosen] = useState();
  const paint = ({ id }, color) => color.set(id === chosen ? '#3060e0' : '#e8743b');
  return (
    <>
      <Canvas
        shadows="percentage"
        camera={{ position: [0, 22, 75], fov: 50, far: 400 }}
        onCreated={({ camera }) => camera.lookAt(0, 20, 0)}
      >
        <Surroundings />
        <Suspense>
          <Skein scenario={flock}>
            <Agents
              ahead="y"
              color={paint}
              castShadow
              receiveShadow
              onClick={(event) => setChosen(event.agent)}
            >
              <coneGeometry args={[0.25, 1, 6]} />
              <meshStandardMaterial roughness={0.5} />
            </Agents>
            <Status element={status} />
          </Skein>
        </Suspense>
      </Canvas>
      <div ref={status} className="status" role="status">
        Starting ...
      </div>
    </>
  );
}

/** Shows the tick of the world, without rendering React components. */
function Status({ element }) {
  const { world, team } = useSkein();
  useFrame(() => {
    const threads = team.notice ?? `${team.workers} threads`;
    element.current.textContent = `tick ${world.tick}, ${world.count} boids, ${threads}`;
  });
  return null;
}

function Surroundings() {
  return (
    <>
      <color attach="background" args={['#a8bccb']} />
      <fog attach="fog" args={['#a8bccb', 60, 190]} />
      <hemisphereLight args={['#dfefff', '#806040', 1]} />
      <directionalLight
        args={['#fff4e0', 3]}
        position={[40, 90, 30]}
        castShadow
        shadow-mapSize={[2048, 2048]}
      >
        <orthographicCamera attach="shadow-camera" args={[-45, 45, 45, -45, 1, 200]} />
      </directionalLight>
      <mesh rotation-x={-Math.PI / 2} receiveShadow>
        <planeGeometry args={[600, 600]} />
        <meshStandardMaterial color="#c8b890" />
      </mesh>
    </>
  );
}
