import { randomUUID } from 'node:crypto';
import type { AdminDeps } from '#functions/admin/deps';
import { recordAllowance, recordPayment } from '#functions/admin/payments/entries';
import { getFamilyLedger } from '#functions/data/ledger/family-ledger';
import { balanceOf } from '#shared/domain/ledger/balance';
import { addDays } from '#shared/domain/time/calendar';
import { idempotencyKeySchema, type UserId } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import { type CalendarDate, centsSchema } from '#shared/schemas/values';

/** What of its balance a sample family has settled, and how. The families have them in turn. */
const states = [
  { share: 0.5, by: 'payment' },
  { share: 1, by: 'payment' },
  { share: 0, by: 'payment' },
  { share: 1, by: 'credit' },
  { share: 1.25, by: 'payment' },
  { share: 0.1, by: 'waiver' },
] as const;

interface Sample {
  readonly families: readonly Family[];
  readonly admin: UserId;
  readonly today: CalendarDate;
}

/** Records payments, credits and waivers by the product's own operations: paid, part, open, credited, in credit. */
export const recordEntries = async ({ families, admin, today }: Sample, deps: AdminDeps): Promise<void> => {
  for (const [at, { profile }] of families.entries()) {
    const state = states[at % states.length];
    const account = await getFamilyLedger(deps.table, profile.id);
    const amount = state && account ? Math.round(balanceOf(account) * state.share) : 0;
    if (!state || amount <= 0) continue;
    const request = {
      caller: { userId: admin, role: 'admin', signedInAt: deps.clock() } as const,
      params: { parentId: profile.id },
      idempotencyKey: idempotencyKeySchema.parse(randomUUID()),
    };
    const settled = centsSchema.parse(amount);
    if (state.by === 'payment') {
      const day = addDays(today, -(at % 14));
      const payment = {
        amount: settled,
        day,
        method: 'bank-transfer',
        note: null,
        booking_id: null,
      } as const;
      await recordPayment({ ...request, body: { ...payment, receipt: at === 0 } }, deps);
    } else {
      const note = state.by === 'credit' ? 'Thank you for helping at the club day' : 'Agreed by phone';
      await recordAllowance({ ...request, body: { kind: state.by, amount: settled, note } }, deps);
    }
  }
};
