import { describeBehaviors } from '@skein/core/describe';
import { describe, expect, it } from 'vitest';
import { shortText } from '../../src/edit/behavior-choice.ts';

describe('the short text of a behavior', () => {
  it('is its first sentence, without its formula', () => {
    expect(shortText('Goes to a target. The force is weight × (a - b).')).toBe('Goes to a target.');
    expect(shortText('Goes up: weight × the direction of the gradient. A negative one.')).toBe(
      'Goes up.',
    );
    expect(shortText('Gravity: mass × acceleration toward -y.')).toBe('Gravity.');
    expect(shortText('One clause without an end')).toBe('One clause without an end');
  });

  it('fits into a few lines for every behavior, and is no formula', () => {
    const texts = describeBehaviors().map(({ description }) => shortText(description));
    expect(texts.filter((text) => text.length > 170 || /weight ×/.test(text))).toEqual([]);
  });
});
