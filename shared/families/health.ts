import { healthConsent } from '#shared/consents';
import type { Health } from '#shared/families/family';
import type { Instant } from '#shared/lib/values';
import { countedNote } from './nothing.ts';

/** What a parent enters: a note, or a tick at "Nothing to know", or neither. */
interface HealthInput {
  readonly medical_conditions: string | null;
  readonly nothing_to_know?: boolean | undefined;
}

/** The health of a child about which nothing was answered. */
export const unansweredHealth: Health = { medical_conditions: null, health_answer: null };

/** Whether a parent answered, with a note or with "Nothing to know" (EME-02). */
export const isHealthAnswered = ({ health_answer }: Pick<Health, 'health_answer'>): boolean =>
  health_answer !== null;

/** Whether a parent answered that there is nothing to know. */
export const isNothingToKnow = ({ medical_conditions, health_answer }: Health): boolean =>
  medical_conditions === null && health_answer !== null;

/** What is shown of a child's health: the note, or that there is none, or that nobody answered. Never empty. */
export const healthText = ({ medical_conditions, health_answer }: Health): string =>
  enteredHealthText({ medical_conditions, nothing_to_know: health_answer !== null });

/** The same of what a form has. */
export const enteredHealthText = ({ medical_conditions, nothing_to_know }: HealthInput): string =>
  medical_conditions ?? (nothing_to_know ? 'Nothing to know' : 'Not answered');

export const healthNeeded = 'Please write what the coach should know, or tick “Nothing to know”';

/** Whether an input has an answer. */
export const hasHealthInput = ({ medical_conditions, nothing_to_know }: HealthInput): boolean =>
  medical_conditions !== null || nothing_to_know === true;

/** A child's health as forms enter it: one field of an edit. */
export const healthValues = (health: Health) => ({
  medical_conditions: health.medical_conditions,
  nothing_to_know: isNothingToKnow(health),
});

/** An answer in the same form: of both the note counts. */
export const enteredHealth = (input: HealthInput) => {
  const medical_conditions = countedNote(input.medical_conditions);
  return { medical_conditions, nothing_to_know: medical_conditions === null };
};

/**
 * The health to store. Without an answer, or with the same answer to the same consent text, it stays as it was. A note that says
 * "none" is the answer that there is nothing to know (IMP-09).
 */
export const answeredHealth = (input: HealthInput, at: Instant, before = unansweredHealth): Health => {
  const { version } = healthConsent;
  const medical_conditions = countedNote(input.medical_conditions);
  const { medical_conditions: note, health_answer } = before;
  const isSame = health_answer?.version === version && note === medical_conditions;
  if (isSame || !hasHealthInput(input)) return { medical_conditions: note, health_answer };
  return { medical_conditions, health_answer: { version, at } };
};
