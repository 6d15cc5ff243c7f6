import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { formatDeadline } from '#shared/lib/calendar';
import { classTypeName, everyWeekday, formatTimeRange } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { listed } from '#shared/lib/text';
import { paths } from '#shared/paths';
import { waitingListRoutes } from '#shared/waiting/admin-routes';
import type { ListedApplication, UnheardOffer } from '#shared/waiting/waiting-admin';
import type { FamilyOffer, WaitingView } from '#shared/waiting/waiting-view';
import { CheckBox } from '../../../components/choices.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { businessNow } from '../../../lib/time/today.ts';
import { orMissing } from '../cells.tsx';
import { ConfirmChange } from '../dialogs.tsx';
import { AdultPhones, WrappingRow } from '../notices.tsx';

type AnsweredOffer = NonNullable<ListedApplication['offer']> & Pick<ListedApplication, 'child_names'>;

export const toAnswered = ({ renewal, amount, ...offer }: UnheardOffer | FamilyOffer): AnsweredOffer => ({
  ...offer,
  amount,
  is_renewal: renewal !== undefined,
});

/** "Juniorballerz, Riverside Park, Every Saturday, 9:00 AM - 9:45 AM". */
export const offeredPlaceText = ({
  class_type,
  venue,
  start_date,
  ...times
}: Pick<WaitingView, 'class_type' | 'venue' | 'start_date' | 'start_time' | 'end_time'>): string =>
  `${classTypeName(class_type)}, ${venue}, ${everyWeekday(start_date)}, ${formatTimeRange(times)}`;

interface Answer {
  readonly offer: AnsweredOffer;
  readonly isTaken: boolean;
}

const send = ({ offer, isTaken }: Answer, stays: boolean, keyOf: (request: object) => string) => {
  const params = { offerId: offer.id };
  if (!isTaken) return callRoute(waitingListRoutes.declineOfferForFamily, { params, body: { stays } });
  const body = { calendar_version: offer.calendar_version };
  const idempotencyKey = keyOf({ ...params, ...body });
  return callRoute(waitingListRoutes.takeOfferForFamily, { params, body, idempotencyKey });
};

/** Each button asks before it answers for the family (WAI-16). */
export const OfferAnswers = ({ offer }: { readonly offer: AnsweredOffer }) => {
  const [answer, setAnswer] = useState<Answer>();
  const [stays, setStays] = useState(false);
  const names = listed(offer.child_names);
  const { isTaken = true } = answer ?? {};
  return (
    <>
      <Button
        type="button"
        size="sm"
        aria-label={`Accept for them: ${names}`}
        onClick={() => setAnswer({ offer, isTaken: true })}
      >
        Accept for them
      </Button>
      <Button
        type="button"
        variant="outline"
        size="sm"
        aria-label={`Decline for them: ${names}`}
        onClick={() => setAnswer({ offer, isTaken: false })}
      >
        Decline for them
      </Button>
      <ConfirmChange
        of={answer}
        onClose={() => setAnswer(undefined)}
        title={() => `${isTaken ? 'Accept' : 'Decline'} this offer for the family?`}
        action={
          isTaken ? [`Accept for ${formatCents(offer.amount)}`, 'Accepting...'] : ['Decline', 'Declining...']
        }
        colorPalette={isTaken ? 'brand' : 'danger'}
        send={(of, keyOf) => send(of, stays, keyOf)}
        failure="Failed to answer the offer"
        done={
          isTaken
            ? `${names} ${offer.child_names.length === 1 ? 'is' : 'are'} booked`
            : 'The offer is declined'
        }
      >
        {() => (
          <>
            <Text>
              {isTaken
                ? `${names}: booked for ${formatCents(offer.amount)}, as the family was offered.`
                : `${names}: the place is offered to the next family.`}{' '}
              The family is told by email, if it has one that works.
            </Text>
            {!isTaken && !offer.is_renewal && (
              <CheckBox checked={stays} onChange={({ target }) => setStays(target.checked)}>
                They stay on the waiting list, at its end
              </CheckBox>
            )}
          </>
        )}
      </ConfirmChange>
    </>
  );
};

export const UnheardOfferRow = ({ offer }: { readonly offer: UnheardOffer }) => {
  const { parent_id, parent_name, adults, child_names, until } = offer;
  return (
    <WrappingRow>
      <Text flex="[1 1 18rem]">
        No email reaches{' '}
        <Link asChild minHeight="0">
          <RouterLink to={paths.adminParent(parent_id)}>{orMissing(parent_name)}</RouterLink>
        </Link>
        : call <AdultPhones adults={adults} /> until <strong>{formatDeadline(until, businessNow())}</strong>.{' '}
        {offer.renewal ? 'A place next term' : 'A place'} for {listed(child_names)}: {offeredPlaceText(offer)}
        , {formatCents(offer.amount)}.
      </Text>
      <OfferAnswers offer={toAnswered(offer)} />
    </WrappingRow>
  );
};
