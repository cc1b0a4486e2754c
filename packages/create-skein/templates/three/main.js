import { createWorld, parseScenario } from '@skein/core';
import { createAgents, createDriver } from '@skein/three';
import { createTeam } from '@skein/worker';
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import flock from './flock.json';

const status = document.querySelector('#status');

start().catch((error) => {
  console.error(error);
  status.textContent = error.message;
});

async function start() {
  const { renderer, scene, camera } = createScene();

  // A team of threads steps the world; the driver keeps it in step with real time.
  const world = createWorld(parseScenario(flock));
  const team = await createTeam(world);
  const driver = createDriver(team);

  // All agents are one mesh. You can use any geometry and any mesh material.
  const body = new THREE.ConeGeometry(0.25, 1, 6);
  const material = new THREE.MeshStandardMaterial({ roughness: 0.5 });
  const agents = createAgents(driver, { body, ahead: 'y', material, color: '#e8743b' });
  agents.castShadow = agents.receiveShadow = true;
  scene.add(agents);

  // Shows which boid is under the pointer at the press; it would have flown on by the release.
  const raycaster = new THREE.Raycaster();
  let chosen = '';
  renderer.domElement.addEventListener('pointerdown', ({ clientX, clientY }) => {
    const x = (2 * clientX) / innerWidth - 1;
    const y = 1 - (2 * clientY) / innerHeight;
    raycaster.setFromCamera(new THREE.Vector2(x, y), camera);
    const hit = agents.pick(raycaster);
    chosen = hit === undefined ? '' : `, boid ${hit.id}`;
  });

  let last = performance.now();
  renderer.setAnimationLoop((now) => {
    driver.update((now - last) / 1000);
    last = now;
    renderer.render(scene, camera);
    const threads = team.notice ?? `${team.workers} threads`;
    status.textContent = `tick ${world.tick}, ${world.count} boids, ${threads}${chosen}`;
  });
}

function createScene() {
  const renderer = new THREE.WebGLRenderer({ antialias: true });
  renderer.shadowMap.enabled = true;
  renderer.toneMapping = THREE.ACESFilmicToneMapping;
  document.body.append(renderer.domElement);

  const scene = new THREE.Scene();
  scene.background = new THREE.Color('#a8bccb');
  scene.fog = new THREE.Fog('#a8bccb', 60, 190);
  const sun = new THREE.DirectionalLight('#fff4e0', 3);
  sun.position.set(40, 90, 30);
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  Object.assign(sun.shadow.camera, { left: -45, right: 45, top: 45, bottom: -45, far: 200 });
  const plane = new THREE.PlaneGeometry(600, 600).rotateX(-Math.PI / 2);
  const ground = new THREE.Mesh(plane, new THREE.MeshStandardMaterial({ color: '#c8b890' }));
  ground.receiveShadow = true;
  scene.add(sun, ground, new THREE.HemisphereLight('#dfefff', '#806040', 1));

  const camera = new THREE.PerspectiveCamera(50, 1, 0.1, 400);
  camera.position.set(0, 22, 75);
  const controls = new OrbitControls(camera, renderer.domElement);
  controls.target.set(0, 18, 0);
  controls.update();

  function resize() {
    renderer.setPixelRatio(devicePixelRatio);
    renderer.setSize(innerWidth, innerHeight);
    camera.aspect = innerWidth / innerHeight;
    camera.updateProjectionMatrix();
  }
  addEventListener('resize', resize);
  resize();
  return { renderer, scene, camera };
}
