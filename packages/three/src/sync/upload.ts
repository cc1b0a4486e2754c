import { type BufferAttribute, DynamicDrawUsage } from 'three';

/** Uploads the first `rows` rows of an attribute before the next frame is drawn. */
export function upload(attribute: BufferAttribute, rows: number): void {
  attribute.setUsage(DynamicDrawUsage);
  attribute.clearUpdateRanges();
  attribute.addUpdateRange(0, rows * attribute.itemSize);
  attribute.needsUpdate = true;
}
