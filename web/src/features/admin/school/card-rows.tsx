import { Link as RouterLink } from 'react-router-dom';
import type { CardTask } from '#shared/cards/card-payment';
import { familyIdSchema } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { paths } from '#shared/paths';
import { Link } from '../../../components/ui/link.tsx';
import { businessDate } from '../../../lib/time/today.ts';
import { ListRow } from '../notices.tsx';

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

const textOf = (task: CardTask): string => {
  const amount = formatCents(task.amount);
  if (task.kind === 'failed') return `A payment or refund of ${amount} failed at the bank.`;
  if (task.kind === 'aside')
    return `Stripe reported ${amount} that could not be recorded. Compare with Stripe.`;
  const until = task.due_by ? ` Answer at Stripe until ${businessDate(task.due_by)}.` : '';
  return `A card payment of ${amount} is disputed.${until}`;
};

/** What card payments ask of the office (CRD-03, CRD-04). */
export const CardTaskRow = ({ task }: { readonly task: CardTask }) => (
  <ListRow>
    {textOf(task)}
    <FamilyOf id={task.family_id} />
  </ListRow>
);
