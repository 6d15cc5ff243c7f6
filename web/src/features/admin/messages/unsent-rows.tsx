import { CircleAlert } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';
import type { RouteResponse } from '#shared/contract/route';
import { formatTime } from '#shared/lib/format';
import type { RecipientId } from '#shared/lib/ids';
import { counted } from '#shared/lib/text';
import { messageRoutes, type UnsentMail, type UnsentMessage } from '#shared/messages/admin-routes';
import { type NotSentCause, stopTexts } from '#shared/messages/unsent';
import { paths } from '#shared/paths';
import { Notice } from '../../../components/notice.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { businessClock, useBusinessToday } from '../../../lib/time/today.ts';
import { AdultPhones, WrappingRow } from '../notices.tsx';
import { instantText } from '../school/activity-text.ts';
import { useChange } from '../use-change.ts';
import { recipientName, titleOf } from './message-names.ts';

export const unsentQuery = routeQuery(
  messageRoutes.listUnsent,
  {},
  'Failed to load emails that were not sent',
);

type Unsent = RouteResponse<typeof messageRoutes.listUnsent>;

interface MailStopProps {
  readonly stop: NonNullable<Unsent['stop']>;
}

/** "No email has left since 10:05 AM", with the cause and the number of waiting emails (OPS-01). */
export const MailStopNotice = ({ stop: { since, cause, waiting } }: MailStopProps) => {
  const { date, time } = businessClock(since);
  const when = date === useBusinessToday() ? formatTime(time) : instantText(since);
  return (
    <Notice role="status" status="error" icon={CircleAlert}>
      <strong>No email has left since {when}</strong>: {stopTexts[cause]}.{' '}
      {waiting > 0 &&
        `${counted(waiting, 'email waits', 'emails wait')}, and ${waiting === 1 ? 'leaves' : 'leave'} when emails leave again.`}
    </Notice>
  );
};

const whyText = (cause: NotSentCause): string => {
  if (cause === 'unknown') return 'it is not known whether it was sent';
  return cause === 'too-late' ? 'it could not be sent in time' : 'it could not be sent';
};

/** The email was given up, or its outcome is unknown (OPS-03). */
export const UnsentMailRow = ({ mail }: { readonly mail: UnsentMail }) => {
  const { id, what, to, parent_id, adults, cause } = mail;
  const person = to ?? 'a deleted family';
  const settling = useChange({
    send: (action: 'send' | 'leave') =>
      callRoute(messageRoutes.settleUnsentMail, { params: { mailId: id }, body: { action } }),
    failure: 'This could not be saved. Please try again.',
    done: (_, action) => (action === 'send' ? `Sending again to ${person}` : 'Left as it is'),
  });
  return (
    <WrappingRow>
      <Text flex="[1 1 18rem]">
        {what} to{' '}
        {parent_id && to ? (
          <Link asChild minHeight="0">
            <RouterLink to={paths.adminParent(parent_id)}>{to}</RouterLink>
          </Link>
        ) : (
          person
        )}
        {adults.length > 0 && (
          <>
            {' '}
            (<AdultPhones adults={adults} />)
          </>
        )}
        : {whyText(cause)}.
      </Text>
      <SettleButtons about={`${what}, ${person}`} isPending={settling.isPending} onSettle={settling.submit} />
    </WrappingRow>
  );
};

interface SettleButtonsProps {
  readonly about: string;
  readonly sendLabel?: string;
  readonly isPending: boolean;
  readonly onSettle: (action: 'send' | 'leave') => void;
}

const SettleButtons = ({ about, sendLabel = 'Send Again', isPending, onSettle }: SettleButtonsProps) => (
  <>
    <Button
      type="button"
      variant="outline"
      size="sm"
      aria-label={`${sendLabel}: ${about}`}
      disabled={isPending}
      onClick={() => onSettle('send')}
    >
      {sendLabel}
    </Button>
    <Button
      type="button"
      variant="ghost"
      size="sm"
      aria-label={`Leave: ${about}`}
      disabled={isPending}
      onClick={() => onSettle('leave')}
    >
      Leave
    </Button>
  </>
);

type Person = UnsentMessage['people'][number];

const namedPeople = 3;

const PersonText = ({ person }: { readonly person: Person }) => (
  <>
    {recipientName(person)}
    {person.adults.length > 0 && (
      <>
        {' '}
        (<AdultPhones adults={person.adults} />)
      </>
    )}
  </>
);

interface PeopleRowProps {
  readonly message: UnsentMessage;
  readonly people: readonly Person[];
  /** Recipients whose email has an unknown outcome; without it, those who certainly got none. */
  readonly unknown?: RecipientId;
  readonly onShow: (message: UnsentMessage) => void;
}

const PeopleRow = ({ message, people, unknown, onShow }: PeopleRowProps) => {
  const title = titleOf(message);
  const settling = useChange({
    send: (action: 'send' | 'leave') =>
      callRoute(messageRoutes.settleUnsentMessage, {
        params: { messageId: message.id },
        body: { action, ...(unknown && { recipients: [unknown] }) },
      }),
    failure: 'This could not be saved. Please try again.',
    done: (_, action) => (action === 'send' ? `Sending again to ${people.length}` : 'Left as they are'),
  });
  const more = people.length - namedPeople;
  return (
    <WrappingRow>
      <Text flex="[1 1 18rem]">
        {unknown ? 'Perhaps not sent' : `Not sent to ${people.length}`}: <strong>{title}</strong>.{' '}
        {people.slice(0, namedPeople).map((person, index) => (
          <span key={person.id}>
            {index > 0 && ', '}
            <PersonText person={person} />
          </span>
        ))}
        {more > 0 && ` and ${more} more`}.
      </Text>
      {more > 0 && (
        <Button
          type="button"
          variant="outline"
          size="sm"
          aria-label={`Who Got It: ${title}`}
          onClick={() => onShow(message)}
        >
          Who Got It
        </Button>
      )}
      <SettleButtons
        about={unknown ? `${title}, ${people.map(recipientName).join(', ')}` : title}
        sendLabel={unknown ? 'Send Again' : 'Send the Rest'}
        isPending={settling.isPending}
        onSettle={settling.submit}
      />
    </WrappingRow>
  );
};

/** One row for the recipients who got no email, and one for each whose outcome is unknown (OPS-02, OPS-03). */
export const UnsentMessageRows = ({ message, onShow }: Pick<PeopleRowProps, 'message' | 'onShow'>) => {
  const rest = message.people.filter(({ is_unknown }) => !is_unknown);
  return (
    <>
      {rest.length > 0 && <PeopleRow message={message} people={rest} onShow={onShow} />}
      {message.people
        .filter(({ is_unknown }) => is_unknown)
        .map((person) => (
          <PeopleRow
            key={person.id}
            message={message}
            people={[person]}
            unknown={person.id}
            onShow={onShow}
          />
        ))}
    </>
  );
};
