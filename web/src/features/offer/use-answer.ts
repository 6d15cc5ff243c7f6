import { queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { catalogueRoutes } from '#shared/contract/catalogue-routes';
import { linksRoutes } from '#shared/contract/links-routes';
import type { DeclineOffer, MoveOffer, OfferLink, TakeOfferByLink } from '#shared/schemas/waiting-input';
import { callRoute } from '../../lib/api/api-client.ts';
import { attemptKeys } from '../../lib/api/attempt-key.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { useSubmission } from '../../lib/forms/use-submission.ts';
import { focusPage } from '../../lib/pages/focus-page.ts';
import { waitingFailures } from '../../lib/toasts/waiting-failures.ts';

/** The offer of a link. Read on each visit: an offer may end at any time. */
export const offerQuery = (link: OfferLink) =>
  queryOptions({
    ...routeQuery(linksRoutes.getLinkedOffer, { body: link }, 'Failed to load the offer'),
    staleTime: 0,
    gcTime: 0,
  });

const changes = [linksRoutes.getLinkedOffer];

/** The answers to the offer of a link. After each, also a refused one, the offer is read again. */
export const useAnswer = (link: OfferLink) => {
  const [keyOf] = useState(attemptKeys);
  const take = useSubmission({
    send: (agreed: Pick<TakeOfferByLink, 'calendar_version' | 'parent_id'>) => {
      const body = { ...link, ...agreed };
      const idempotencyKey = keyOf(body);
      return callRoute(linksRoutes.takeOffer, { body, idempotencyKey });
    },
    failure: waitingFailures.take,
    changes,
    onDone: () => {
      // A place that is given back can be kept again: that is another attempt.
      keyOf.renew();
      focusPage();
    },
  });
  const decline = useSubmission({
    send: (answer: DeclineOffer) =>
      callRoute(linksRoutes.declineOffer, { body: { ...link, ...answer } }, { repeatable: true }),
    failure: waitingFailures.decline,
    changes,
    onDone: focusPage,
  });
  const move = useSubmission({
    send: (slot: MoveOffer) =>
      callRoute(linksRoutes.moveOffer, { body: { ...link, ...slot } }, { repeatable: true }),
    failure: waitingFailures.move,
    changes: [...changes, catalogueRoutes.listClasses],
  });
  return { take, decline, move };
};
