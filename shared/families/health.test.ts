import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { healthConsent } from '#shared/consents';
import { instantSchema } from '#shared/lib/values';
import { answeredHealth, healthText, isHealthAnswered, unansweredHealth } from './health.ts';
import { countedNote } from './nothing.ts';

const now = instantSchema.parse('2026-09-12T10:00:00.000Z');
const later = instantSchema.parse('2026-10-01T10:00:00.000Z');
const answer = { version: healthConsent.version, at: now };
const none = { medical_conditions: null };
const nothing = { ...none, nothing_to_know: true };
const asthma = { medical_conditions: 'Asthma' };

describe('the health of a child', () => {
  it.each([
    [asthma, { ...asthma, health_answer: answer }, 'Asthma'],
    [nothing, { ...none, health_answer: answer }, 'Nothing to know'],
    // A note is never dropped.
    [{ ...asthma, nothing_to_know: true }, { ...asthma, health_answer: answer }, 'Asthma'],
    [{ medical_conditions: 'No known allergies' }, { ...none, health_answer: answer }, 'Nothing to know'],
    [none, unansweredHealth, 'Not answered'],
    [{ ...none, nothing_to_know: false }, unansweredHealth, 'Not answered'],
  ])('is stored of the answer %j as %j and shown as %s [EME-02, IMP-09]', (input, stored, text) => {
    const health = answeredHealth(input, now);
    expect(health).toEqual(stored);
    expect(healthText(health)).toBe(text);
  });

  it('keeps the time of an answer that is given again, not of another one [EME-02]', () => {
    const before = answeredHealth(asthma, now);
    expect(answeredHealth(asthma, later, before)).toEqual(before);
    expect(answeredHealth(nothing, later, before)).toEqual({
      ...none,
      health_answer: { ...answer, at: later },
    });
    const olderText = { ...asthma, health_answer: { version: answer.version - 1, at: now } };
    expect(answeredHealth(asthma, later, olderText).health_answer).toEqual({ ...answer, at: later });
  });

  it('is shown as not answered where and only where nobody ever answered, never empty [EME-02]', () => {
    const input = fc.record({
      medical_conditions: fc.option(fc.string({ minLength: 1 })),
      nothing_to_know: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(input), (inputs) => {
        const health = inputs.reduce((before, one) => answeredHealth(one, now, before), unansweredHealth);
        const notes = inputs.filter((one) => one.medical_conditions !== null || one.nothing_to_know);
        const last = notes.at(-1);
        const expected = last ? (countedNote(last.medical_conditions) ?? 'Nothing to know') : 'Not answered';
        expect(healthText(health)).toBe(expected);
        expect(isHealthAnswered(health)).toBe(notes.length > 0);
      }),
    );
  });
});
