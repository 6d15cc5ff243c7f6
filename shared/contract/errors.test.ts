import { describe, expect, it } from 'vitest';
import { problemSchema, problems, problemText } from './errors.ts';

const entries = Object.entries(problems);

it.each(entries)(
  'the problem %s has an error status, and a text that is no name of a part of ours',
  (code, { status, text }) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(text).toMatch(/^[A-Z{]/);
    expect(text).not.toMatch(/\b(?:null|undefined|exception|stack|sql|dynamo|lambda|cognito)\b/i);
    expect(text.trim()).toBe(text);
    // Braces are those of placeholders that problemText fills.
    expect(text.replaceAll(/\{\w+\}/g, '')).not.toMatch(/[{}]/);
    const body = { type: 'about:blank', status, code, detail: text };
    expect(problemSchema.parse(body)).toEqual(body);
  },
);

describe('problemText', () => {
  it('inserts values with any characters unchanged', () => {
    const name = "$& $1 {child} O'Neill";
    expect(problemText('alreadyBooked', { child: name })).toBe(
      `${name} is already booked for this time slot`,
    );
  });

  it('returns a text without placeholders unchanged', () => {
    expect(problemText('slotFull', {})).toBe('This time slot is now full');
  });

  it('requires the values of a text at compile time', () => {
    // @ts-expect-error the child's name is missing
    expect(problemText('alreadyBooked', {})).toContain('{child}');
    // @ts-expect-error a name the text does not have
    expect(problemText('alreadyBooked', { child: 'Mia', slot: '9:00' })).toContain('Mia');
  });
});
