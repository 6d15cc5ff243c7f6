import { healthConsent } from '#shared/consents';
import type { Health } from '#shared/families/family';
import type { Instant } from '#shared/lib/values';
import { countedNote } from './nothing.ts';

interface HealthInput {
  readonly medical_conditions: string | null;
  readonly nothing_to_know?: boolean | undefined;
}

export const unansweredHealth: Health = { medical_conditions: null, health_answer: null };

/** A note, or "Nothing to know" (EME-02). */
export const isHealthAnswered = ({ health_answer }: Pick<Health, 'health_answer'>): boolean =>
  health_answer !== null;

export const isNothingToKnow = ({ medical_conditions, health_answer }: Health): boolean =>
  medical_conditions === null && health_answer !== null;

/** Never empty. */
export const healthText = ({ medical_conditions, health_answer }: Health): string =>
  enteredHealthText({ medical_conditions, nothing_to_know: health_answer !== null });

export const enteredHealthText = ({ medical_conditions, nothing_to_know }: HealthInput): string =>
  medical_conditions ?? (nothing_to_know ? 'Nothing to know' : 'Not answered');

export const healthNeeded = 'Please write what the coach should know, or tick “Nothing to know”';

export const hasHealthInput = ({ medical_conditions, nothing_to_know }: HealthInput): boolean =>
  medical_conditions !== null || nothing_to_know === true;

export const healthValues = (health: Health) => ({
  medical_conditions: health.medical_conditions,
  nothing_to_know: isNothingToKnow(health),
});

export const enteredHealth = (input: HealthInput) => {
  const medical_conditions = countedNote(input.medical_conditions);
  return { medical_conditions, nothing_to_know: medical_conditions === null };
};

/** An absent or equal answer to the same text changes nothing. "None" means that there is nothing to know (IMP-09). */
export const answeredHealth = (input: HealthInput, at: Instant, before = unansweredHealth): Health => {
  const { version } = healthConsent;
  const medical_conditions = countedNote(input.medical_conditions);
  const { medical_conditions: note, health_answer } = before;
  const isSame = health_answer?.version === version && note === medical_conditions;
  if (isSame || !hasHealthInput(input)) return { medical_conditions: note, health_answer };
  return { medical_conditions, health_answer: { version, at } };
};
