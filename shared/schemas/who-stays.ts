import * as z from 'zod/mini';
import { renewingChildSchema } from './term-plan.ts';

/** `no-room`: no place could be kept. */
const stayAnswerSchema = z.enum(['kept', 'declined', 'no-answer', 'left', 'aged-out', 'no-room']);
export type StayAnswer = z.infer<typeof stayAnswerSchema>;

/** The children of a class, and whether they stay in the next term (TRM-10); empty where no term follows. */
export const whoStaysSchema = z.object({
  children: z.array(z.extend(renewingChildSchema, { answer: stayAnswerSchema })),
});
