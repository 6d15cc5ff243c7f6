import * as z from 'zod/mini';

/** Why a booking ended (END-01). */
export const endReasonSchema = z.enum([
  /** By the parent. */
  'cancelled',
  /** By an administrator. */
  'removed',
  /** To a slot of another class; within a class a booking moves and does not end (MOV-03). */
  'moved',
  /** A trial that became a full programme (TRI-02). */
  'upgraded',
  /** A trial that was held long enough and not kept (TRI-01). */
  'trial-over',
  'class-deleted',
  'account-deleted',
]);
export type EndReason = z.infer<typeof endReasonSchema>;
