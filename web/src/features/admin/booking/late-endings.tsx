import { Link as RouterLink } from 'react-router-dom';
import { bookingRoutes } from '#shared/booking/admin-routes';
import type { EndedBooking } from '#shared/booking/booking';
import type { RouteResponse } from '#shared/contract/route';
import { classTypeName } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { paths } from '#shared/paths';
import { Button } from '../../../components/ui/button.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { businessDate } from '../../../lib/time/today.ts';
import { AdultPhones, WrappingRow } from '../notices.tsx';
import { useChange } from '../use-change.ts';

type LateEnding = RouteResponse<typeof bookingRoutes.listLateEndings>['late_endings'][number];

interface LateEndingProps {
  readonly record: EndedBooking;
  /** Absent on the page of the family itself. */
  readonly family?: Pick<LateEnding, 'parent' | 'adults'>;
}

/** Its buttons decide about the credit (END-07). */
export const LateEndingRow = ({ record, family }: LateEndingProps) => {
  const amount = formatCents(record.ended.suggested);
  const decision = useChange({
    send: (credit: boolean) =>
      callRoute(bookingRoutes.decideLateEnding, {
        params: { bookingId: record.id },
        body: { parent_id: record.parent_id, credit },
      }),
    failure: 'Failed to credit the cancellation',
    done: (_, credit) => (credit ? `${amount} credited` : 'Nothing is credited'),
  });
  return (
    <WrappingRow>
      <Text flex="[1 1 18rem]">
        <strong>{record.child_name}</strong>
        {family && (
          <>
            {' '}
            (
            <Link asChild minHeight="0">
              <RouterLink to={paths.adminParent(record.parent_id)}>{family.parent.full_name}</RouterLink>
            </Link>
            , <AdultPhones adults={family.adults} />)
          </>
        )}
        , {classTypeName(record.class_type)} at {record.venue}: cancelled late on{' '}
        {businessDate(record.ended.at)}. The sessions left are worth {amount}.
      </Text>
      <Button type="button" size="sm" disabled={decision.isPending} onClick={() => decision.submit(true)}>
        Credit {amount}
      </Button>
      <Button
        type="button"
        variant="outline"
        size="sm"
        disabled={decision.isPending}
        onClick={() => decision.submit(false)}
      >
        Credit nothing
      </Button>
    </WrappingRow>
  );
};

export const isUndecided = ({ ended, late_credit }: EndedBooking): boolean =>
  ended.suggested > 0 && late_credit === undefined;
