import * as z from 'zod/mini';
import { problemSchema } from '#shared/contract/problem';
import { type ManagedClass, managedClassSchema } from '#shared/schemas/class-input';
import type { Entry } from './history.ts';

/** The code of a refusal; undefined of any other answer. */
export const codeOf = ({ answer }: Entry): string | undefined =>
  answer && answer.status >= 400 ? problemSchema.parse(answer.body).code : undefined;

const wrapperSchema = z.object({ class: managedClassSchema });

/** The class in an answer that holds one. */
export const classIn = ({ request, answer }: Entry): ManagedClass | undefined => {
  if (answer?.status !== 200) return undefined;
  if (request.kind === 'open') return wrapperSchema.parse(answer.body).class;
  return request.kind === 'edit' ? managedClassSchema.parse(answer.body) : undefined;
};

/**
 * Whether the answer leaves open what became of the request: none, or a failure. That the API is busy is an answer:
 * nothing was stored; only the deletion of a class has steps that may be done by then.
 */
export const isDoubtful = ({ request, answer }: Entry): boolean =>
  !answer ||
  answer.status === 500 ||
  (answer.status === 503 && request.kind === 'delete-class') ||
  // A class that was changed, and deleted by somebody else before it was read again for the answer.
  (answer.status === 404 && request.kind === 'edit');
