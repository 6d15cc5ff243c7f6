import { repeatWhileCrowded } from '../api/repeat-crowded.ts';
import { showToast } from '../toasts/toasts.ts';

/**
 * Sends what asks for places that many families may want at once. Refused by the gateway because of them, it is sent again
 * until it is answered (TRM-08): `send` has the key of its attempt each time, or changes nothing by a repetition.
 * @param failure of the submission: a later success or failure replaces the toast
 */
export const sendForPlaces = <Answer>(failure: string, send: () => Promise<Answer>): Promise<Answer> =>
  repeatWhileCrowded(send, () =>
    showToast({
      ...{ id: failure, subject: failure, type: 'info', title: 'Many families are booking now' },
      description: 'Please stay on this page. We ask again until there is an answer.',
    }),
  );
