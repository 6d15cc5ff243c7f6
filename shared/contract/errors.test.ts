import { describe, expect, it } from 'vitest';
import { problemSchema, problems, problemText } from './errors.ts';

const entries = Object.entries(problems);

describe.each(entries)('the problem %s', (code, { status, text }) => {
  it('has an error status', () => {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
  });

  it('has a text', () => {
    expect(text).toMatch(/^[A-Z{]/);
    expect(text).not.toMatch(/\b(?:null|undefined|exception|stack|sql|dynamo|lambda|cognito)\b/i);
    expect(text.trim()).toBe(text);
  });

  it('has braces only around placeholders that problemText fills', () => {
    expect(text.replaceAll(/\{\w+\}/g, '')).not.toMatch(/[{}]/);
  });

  it('is a code of the problem schema', () => {
    const body = { type: 'about:blank', status, code, detail: text };
    expect(problemSchema.parse(body)).toEqual(body);
  });
});

describe('problemText', () => {
  it('puts the name of the child into the text', () => {
    expect(problemText('alreadyBooked', { child: 'Mia' })).toBe('Mia is already booked for this time slot');
  });

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
