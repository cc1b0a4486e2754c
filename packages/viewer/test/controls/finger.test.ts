import { describe, expect, it } from 'vitest';
import { besideFinger, FINGER_PX } from '../../src/controls/finger.ts';

// Not at the corner of the page, and narrow like a phone.
const box = { left: 13, right: 403, top: 31 };

describe('besideFinger', () => {
  it('is above the finger', () => {
    expect(besideFinger({ clientX: 200, clientY: 400 }, box)).toEqual({
      clientX: 200,
      clientY: 400 - FINGER_PX,
    });
  });

  it('is in the picture and not under the finger, wherever the finger is', () => {
    for (let clientX = box.left; clientX <= box.right; clientX += 13) {
      for (let clientY = box.top; clientY <= 700; clientY += 5) {
        const place = besideFinger({ clientX, clientY }, box);
        const distance = Math.hypot(place.clientX - clientX, place.clientY - clientY);
        expect(distance).toBeCloseTo(FINGER_PX, 9);
        expect(place.clientY).toBeGreaterThanOrEqual(box.top);
        expect(place.clientX).toBeGreaterThanOrEqual(box.left);
        expect(place.clientX).toBeLessThanOrEqual(box.right);
      }
    }
  });

  it('moves without a jump while the finger moves up', () => {
    let before = besideFinger({ clientX: 100, clientY: 300 }, box);
    for (let clientY = 299; clientY >= box.top; clientY--) {
      const place = besideFinger({ clientX: 100, clientY }, box);
      expect(Math.abs(place.clientX - before.clientX)).toBeLessThan(13);
      before = place;
    }
    expect(before).toEqual({ clientX: 100 + FINGER_PX, clientY: box.top });
  });
});
