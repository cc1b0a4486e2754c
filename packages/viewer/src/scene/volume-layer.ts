import type { DrawnScalar, DrawnState } from '@skein/three/parts';
import {
  AdditiveBlending,
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  DoubleSide,
  LinearFilter,
  Mesh,
  MeshBasicMaterial,
  SRGBColorSpace,
  Vector3,
} from 'three';
import { disposeTree } from './dispose-tree.ts';
import { FieldColors } from './field-colors.ts';
import type { FrameView, Layer } from './layer.ts';

/**
 * The maximum number of cells that are drawn along an axis. If there are more cells, some are skipped, because every
 * slice is blended over the whole picture.
 */
const MAX_DRAWN = 48;
/** The brightness of all slices together when every cell has the brightest color. */
const LIGHT = 3;

type Axis = 0 | 1 | 2;
/**
 * For each axis, the two other axes. If slices are perpendicular to an axis, the other two become u and v of the
 * texture.
 */
const ACROSS: readonly (readonly [Axis, Axis])[] = [
  [1, 2],
  [0, 2],
  [0, 1],
];

/**
 * Draws the values of a scalar field in space as light, in slices one behind the other. The slices are perpendicular to
 * the axis that is nearest to the line of sight. The option `field` switches the layer on.
 */
export class VolumeLayer implements Layer {
  readonly object: Mesh;
  readonly #field: DrawnScalar;
  readonly #colors: FieldColors;
  readonly #min: readonly number[];
  readonly #size: readonly number[];
  /** The number of cells drawn along each axis. */
  readonly #drawn: readonly number[];
  readonly #center: Vector3;
  readonly #along = new Vector3();
  readonly #material: MeshBasicMaterial;
  #texture: DataTexture | undefined;
  #texels = new Uint32Array();
  #axis: Axis | undefined;
  #version = 0;

  /** `order` is the index of the field in its scene; `min` and `max` are the bounds of the field, in m. */
  constructor(field: DrawnScalar, order: number, min: readonly number[], max: readonly number[]) {
    this.#field = field;
    this.#colors = new FieldColors(order);
    this.#min = min;
    this.#size = max.map((end, axis) => end - min[axis]);
    this.#drawn = field.cells.map((count) => Math.min(count, MAX_DRAWN));
    this.#center = new Vector3(...this.#size).multiplyScalar(0.5).add(new Vector3(...min));
    this.#material = new MeshBasicMaterial({
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      blending: AdditiveBlending,
    });
    this.object = new Mesh(new BufferGeometry(), this.#material);
    this.object.frustumCulled = false;
  }

  update({ version }: DrawnState, { look, camera }: FrameView): void {
    this.object.visible = look.field;
    if (!look.field) return;
    const axis = this.#axisSeen(camera.position);
    if (axis !== this.#axis) this.#turn(axis);
    else if (version === this.#version) return;
    this.#version = version;
    this.#fill(axis);
  }

  dispose(): void {
    this.#texture?.dispose();
    disposeTree(this.object);
  }

  /** The axis that is nearest to the direction from the camera to the center of the field. */
  #axisSeen(eye: Vector3): Axis {
    const { x, y, z } = this.#along.copy(this.#center).sub(eye);
    const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
    if (ax >= ay && ax >= az) return 0;
    return ay >= az ? 1 : 2;
  }

  /**
   * Replaces the slices by slices that are perpendicular to `axis`. One texture contains all slices, one above the
   * other.
   */
  #turn(axis: Axis): void {
    this.#axis = axis;
    const [u, v] = ACROSS[axis];
    const [width, height, slices] = [this.#drawn[u], this.#drawn[v], this.#drawn[axis]];
    this.#texels = new Uint32Array(width * height * slices);
    this.#texture?.dispose();
    this.#texture = new DataTexture(new Uint8Array(this.#texels.buffer), width, height * slices);
    this.#texture.colorSpace = SRGBColorSpace;
    this.#texture.magFilter = LinearFilter;
    this.#texture.minFilter = LinearFilter;
    this.#material.map = this.#texture;
    this.#material.opacity = Math.min(1, LIGHT / slices);
    this.#material.needsUpdate = true;
    this.object.geometry.dispose();
    this.object.geometry = this.#slices(axis, slices, height);
  }

  #slices(axis: Axis, slices: number, height: number): BufferGeometry {
    const [u, v] = ACROSS[axis];
    const places = new Float32Array(slices * 4 * 3);
    const texture = new Float32Array(slices * 4 * 2);
    const corners: number[] = [];
    // Half a texel from the edge, otherwise the neighboring slices would show.
    const edge = 0.5 / height;
    for (let slice = 0; slice < slices; slice++) {
      for (let corner = 0; corner < 4; corner++) {
        const at = [corner & 1, corner >> 1];
        const vertex = 4 * slice + corner;
        places[3 * vertex + axis] = this.#min[axis] + (this.#size[axis] * (slice + 0.5)) / slices;
        places[3 * vertex + u] = this.#min[u] + this.#size[u] * at[0];
        places[3 * vertex + v] = this.#min[v] + this.#size[v] * at[1];
        const within = edge + at[1] * (1 - 2 * edge);
        texture.set([at[0], (slice + within) / slices], 2 * vertex);
      }
      corners.push(...[0, 1, 2, 2, 1, 3].map((corner) => 4 * slice + corner));
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(places, 3));
    geometry.setAttribute('uv', new BufferAttribute(texture, 2));
    geometry.setIndex(corners);
    return geometry;
  }

  #fill(axis: Axis): void {
    const { values, cells } = this.#field;
    const [u, v] = ACROSS[axis];
    const steps = [1, cells[0], cells[0] * cells[1]];
    /** Returns the offset of each drawn cell along an axis, counted in elements of `values`. */
    const placesOf = (along: Axis) =>
      Array.from({ length: this.#drawn[along] }, (_, at) => {
        const cell = Math.floor(((at + 0.5) * cells[along]) / this.#drawn[along]);
        return cell * steps[along];
      });
    const [across, up, away] = [placesOf(u), placesOf(v), placesOf(axis)];
    this.#colors.follow(values);
    let texel = 0;
    for (const slice of away) {
      for (const row of up) {
        for (const place of across) {
          this.#texels[texel++] = this.#colors.of(values[slice + row + place]);
        }
      }
    }
    this.#texture!.needsUpdate = true;
  }
}
