import { Link as RouterLink } from 'react-router-dom';
import * as z from 'zod/mini';
import { type AsideReason, type CardTask, cardTaskSchema } from '#shared/cards/office';
import { cardRoutes } from '#shared/cards/routes';
import { familyIdSchema } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { counted } from '#shared/lib/text';
import { paths } from '#shared/paths';
import type { Dashboard } from '#shared/school/admin-routes';
import { Button } from '../../../components/ui/button.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { businessDate } from '../../../lib/time/today.ts';
import { ListRow, WrappingRow } from '../notices.tsx';
import { useChange } from '../use-change.ts';

const FamilyOf = ({ id }: { readonly id: string | null }) => {
  const family = familyIdSchema.safeParse(id);
  if (!family.success) return null;
  return (
    <>
      {' '}
      <Link asChild>
        <RouterLink to={paths.adminParent(family.data)}>Open the family</RouterLink>
      </Link>
    </>
  );
};

const asideTexts = {
  amount: 'another amount than the family was asked for',
  currency: 'another currency than the family was asked for',
  family: 'another family than the one that was asked',
  unknown: 'a payment that nobody asked for here',
  contradiction: 'the contrary of what it reported before',
  gone: 'a payment of a family that was deleted',
} as const satisfies Record<AsideReason, string>;

const textOf = (task: CardTask): string => {
  const amount = formatCents(task.amount);
  switch (task.kind) {
    case 'failed':
      return task.id.startsWith('re_')
        ? `A refund of ${amount} to the card failed. Pay it back in another way.`
        : `A bank debit of ${amount} failed: the amount is open again.`;
    case 'aside':
      return `Stripe reported ${asideTexts[task.why]}: ${amount}, not recorded. Look at it in Stripe.`;
    case 'dispute':
      return [
        `A card payment of ${amount} is disputed.`,
        ...(task.due_by ? [`Answer in Stripe by ${businessDate(task.due_by)}.`] : []),
      ].join(' ');
  }
};

/** A dispute goes when Stripe closes it. */
const DoneButton = ({ kind, id }: { readonly kind: 'failed' | 'aside'; readonly id: string }) => {
  const closing = useChange({
    send: () => callRoute(cardRoutes.closeCardTask, { params: { kind, id } }),
    failure: 'Failed to take it off the list',
    done: 'Taken off the list',
  });
  return (
    <Button
      type="button"
      variant="outline"
      size="sm"
      disabled={closing.isPending}
      onClick={() => closing.submit(undefined)}
    >
      Done
    </Button>
  );
};

const tasksSchema = z.array(cardTaskSchema);

interface CardRowsProps {
  readonly tasks: Dashboard['card_tasks'];
  readonly differences: number;
}

/** What card payments ask of the office (CRD-03 to CRD-05). */
export const CardRows = ({ tasks, differences }: CardRowsProps) => (
  <>
    {z.parse(tasksSchema, tasks).map((task) => (
      <WrappingRow key={`${task.kind} ${task.id}`}>
        <Text flex="[1 1 14rem]">
          {textOf(task)}
          <FamilyOf id={task.family_id} />
        </Text>
        {task.kind !== 'dispute' && <DoneButton kind={task.kind} id={task.id} />}
      </WrappingRow>
    ))}
    {differences > 0 && (
      <ListRow>
        {counted(differences, 'payment differs', 'payments differ')} from Stripe:{' '}
        <Link asChild>
          <RouterLink to={paths.adminSettings}>Compare with Stripe</RouterLink>
        </Link>
      </ListRow>
    )}
  </>
);
