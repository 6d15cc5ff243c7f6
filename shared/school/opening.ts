import * as z from 'zod/mini';

/** In the order of the screen (SCH-03). */
const openingSteps = ['venue', 'payments', 'class', 'publish', 'coach', 'families'] as const;

export const openingStepSchema = z.object({ step: z.enum(openingSteps), done: z.boolean() });
export type OpeningStep = z.infer<typeof openingStepSchema>;

export interface StoredFacts {
  readonly venues: number;
  readonly drafts: number;
  readonly classes: number;
  readonly coaches: number;
  readonly families: number;
  /** Whether families are told how they can pay. */
  readonly takes_payments: boolean;
}

/** Empty where all steps are done. */
export const openingOf = ({
  venues,
  drafts,
  classes,
  coaches,
  families,
  takes_payments,
}: StoredFacts): OpeningStep[] => {
  const done = {
    venue: venues > 0,
    payments: takes_payments,
    class: drafts + classes > 0,
    publish: classes > 0,
    coach: coaches > 0,
    families: families > 0,
  };
  const steps = openingSteps.map((step) => ({ step, done: done[step] }));
  return steps.every((one) => one.done) ? [] : steps;
};
