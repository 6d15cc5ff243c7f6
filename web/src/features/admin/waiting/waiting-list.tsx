import { useQuery } from '@tanstack/react-query';
import { PhoneCall } from 'lucide-react';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { isFull } from '#shared/classes/class';
import { parentRoutes } from '#shared/families/admin-routes';
import { formatDeadline } from '#shared/lib/calendar';
import type { ChildId, FamilyId, SlotId } from '#shared/lib/ids';
import { namesOf } from '#shared/lib/names';
import { counted, listed } from '#shared/lib/text';
import { paths } from '#shared/paths';
import type { TimeSlot } from '#shared/sessions/slot';
import { waitingListRoutes } from '#shared/waiting/admin-routes';
import {
  type ListedApplication,
  type PutFirstReason,
  putFirstReasonSchema,
} from '#shared/waiting/waiting-admin';
import { css } from '#styled-system/css';
import { CheckBox } from '../../../components/choices.tsx';
import { IconLine } from '../../../components/icon-line.tsx';
import { LoadFailure } from '../../../components/loading.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { businessDate, businessNow } from '../../../lib/time/today.ts';
import { ChangeButtons, ConfirmChange, type DialogProps } from '../dialogs.tsx';
import { FamilySearch } from '../families/family-search.tsx';
import { AdultPhones, FailureNotice } from '../notices.tsx';
import { useChange } from '../use-change.ts';
import { OfferAnswers } from './offer-answers.tsx';

const putFirstTexts: Readonly<Record<PutFirstReason, string>> = namesOf({
  sibling: 'A sibling is in this class',
  'school-mistake': 'A mistake by the school',
  promised: 'The school has promised a place',
  other: 'Another reason',
});

interface AddToListDialogProps {
  readonly slot: TimeSlot;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const AddToListDialog = ({ slot, isOpen, onClose }: AddToListDialogProps) => (
  <Modal role="dialog" title="Add a Family" isOpen={isOpen} onClose={onClose}>
    <AddForm slot={slot} onClose={onClose} />
  </Modal>
);

const familyFailure = 'Failed to load parent details';

const AddForm = ({ slot, onClose }: Omit<AddToListDialogProps, 'isOpen'>) => {
  const [parentId, setParentId] = useState<FamilyId>();
  if (parentId) return <ChildrenForm slot={slot} parentId={parentId} onClose={onClose} />;
  return (
    <Stack gap="4">
      <FamilySearch onChoose={({ id }) => setParentId(id)} />
      <ModalButtons onCancel={onClose} />
    </Stack>
  );
};

const ChildrenForm = ({
  slot,
  parentId,
  onClose,
}: Omit<AddToListDialogProps, 'isOpen'> & { readonly parentId: FamilyId }) => {
  const { data, error } = useQuery(
    routeQuery(parentRoutes.getParent, { params: { parentId } }, familyFailure),
  );
  const [chosen, setChosen] = useState<readonly ChildId[]>([]);
  const adding = useChange({
    send: (child_ids: readonly ChildId[], keyOf) => {
      const ids = { class_id: slot.class_id, time_slot_id: slot.id, parent_id: parentId };
      const body = { ...ids, child_ids: [...child_ids] };
      return callRoute(waitingListRoutes.addToWaitingList, { body, idempotencyKey: keyOf(body) });
    },
    failure: 'Failed to add the family',
    done: 'The family is on the list',
    onDone: onClose,
  });
  return (
    <Stack gap="4">
      <fieldset className={css({ minWidth: '0' })}>
        <legend className={css({ fontWeight: 'bold' })}>
          Children of {data?.profile.full_name ?? 'this family'}
        </legend>
        {data?.children.map(({ id, name }) => (
          <CheckBox
            key={id}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          >
            {name}
          </CheckBox>
        ))}
        {data?.children.length === 0 && <Text color="fg.muted">This family has no children.</Text>}
      </fieldset>
      {chosen.length > 1 && <Text color="fg.muted">They get places only together.</Text>}
      <FailureNotice error={data ? null : error} failure={familyFailure} />
      <ChangeButtons
        change={adding}
        action={['Add to the List', 'Adding...']}
        disabled={chosen.length === 0}
        onClose={onClose}
        onPress={() => adding.submit(chosen)}
      />
    </Stack>
  );
};

interface ApplicationAction {
  readonly kind: 'first' | 'remove' | 'withdraw';
  readonly application: ListedApplication;
}

interface ApplicationDialogProps extends DialogProps<ApplicationAction> {
  readonly slotId: SlotId;
}

const texts = {
  first: {
    title: 'Put first on the list?',
    text: 'The next place that fits is offered to this family. The activity log keeps the reason.',
    button: 'Put First',
    done: 'The family is first on the list',
  },
  remove: {
    title: 'Remove from the list?',
    text: 'The family leaves the waiting list, and an offer that it has ends. It is not told by email.',
    button: 'Remove',
    done: 'The family is off the list',
  },
  withdraw: {
    title: 'Withdraw the offer?',
    text: 'The family is told by email and keeps its rank. This place is offered to the families behind it; the family is asked again when another place becomes free.',
    button: 'Withdraw Offer',
    done: 'The offer is withdrawn',
  },
} as const;

const send = (
  slotId: SlotId,
  { kind, application }: ApplicationAction,
  reason: PutFirstReason,
): Promise<unknown> => {
  const params = { slotId, entryId: application.id };
  if (kind === 'first') return callRoute(waitingListRoutes.putWaitingFirst, { params, body: { reason } });
  if (kind === 'withdraw' && application.offer)
    return callRoute(waitingListRoutes.withdrawOffer, { params: { offerId: application.offer.id } });
  return callRoute(waitingListRoutes.removeFromWaitingList, { params });
};

// "Number 2 on the list: Ana and Ben".
const rankText = (application: ListedApplication): string =>
  `${application.rank === null ? 'An open offer' : `Number ${application.rank} on the list`}: ${listed(application.child_names)}`;

const ApplicationDialog = ({ slotId, ...dialog }: ApplicationDialogProps) => {
  const [reason, setReason] = useState<PutFirstReason>('sibling');
  const actionKind = dialog.of?.kind ?? 'first';
  const { title, text, button } = texts[actionKind];
  return (
    <ConfirmChange
      {...dialog}
      title={() => title}
      action={[button, button]}
      colorPalette={actionKind === 'first' ? 'brand' : 'danger'}
      send={(chosen) => send(slotId, chosen, reason)}
      failure="Failed to change the waiting list"
      done={(_, { kind }) => texts[kind].done}
    >
      {({ kind, application }) => (
        <>
          <Text fontWeight="bold">{rankText(application)}</Text>
          <Text>{text}</Text>
          {kind === 'first' && (
            <SelectField
              label="Reason"
              value={reason}
              onChange={(event) => setReason(putFirstReasonSchema.parse(event.target.value))}
            >
              {putFirstReasonSchema.options.map((option) => (
                <option key={option} value={option}>
                  {putFirstTexts[option]}
                </option>
              ))}
            </SelectField>
          )}
        </>
      )}
    </ConfirmChange>
  );
};

export const WaitingList = ({ slot }: { readonly slot: TimeSlot }) => {
  const { class_id: classId, id: slotId } = slot;
  // Nobody has waited for a slot without held places.
  const hasList = slot.held !== undefined;
  const { data, isError, refetch } = useQuery({
    ...routeQuery(
      waitingListRoutes.getWaitingList,
      { params: { classId, slotId } },
      'Failed to load the waiting list',
    ),
    enabled: hasList,
    refetchInterval: ({ state }) => (state.data && state.data.kept > 0 ? whileAskedMs : false),
  });
  const [action, setAction] = useState<ApplicationAction>();
  const [isAdding, setIsAdding] = useState(false);
  const applications = data?.entries ?? [];
  const isKnown = !hasList || data !== undefined;
  if (!isFull(slot) && applications.length === 0) return null;
  return (
    <Stack as="section" gap="4" aria-label="Waiting list" _print={{ display: 'none' }}>
      <HStack wrap="wrap" justify="space-between" gap="3">
        <Heading size="md">Waiting list{isKnown && ` (${applications.length})`}</Heading>
        <Button type="button" variant="outline" onClick={() => setIsAdding(true)}>
          Add a family
        </Button>
      </HStack>
      {data && data.kept > 0 && (
        <Text>{counted(data.kept, 'free place is', 'free places are')} being offered to the list.</Text>
      )}
      {isError && !isKnown && <LoadFailure onRetry={() => void refetch()} />}
      {isKnown && applications.length === 0 && <Text color="fg.muted">Nobody waits for a place.</Text>}
      <Stack as="ul" gap="3" listStyleType="none">
        {applications.map((application) => (
          <li key={application.id}>
            <ApplicationRow application={application} onAction={(kind) => setAction({ kind, application })} />
          </li>
        ))}
      </Stack>
      <ApplicationDialog slotId={slotId} of={action} onClose={() => setAction(undefined)} />
      <AddToListDialog slot={slot} isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </Stack>
  );
};

// A list is asked within seconds after a place became free.
const whileAskedMs = 2_000;

interface ApplicationRowProps {
  readonly application: ListedApplication;
  readonly onAction: (kind: ApplicationAction['kind']) => void;
}

const ApplicationRow = ({ application, onAction }: ApplicationRowProps) => (
  <Card.Root>
    <Card.Body p="4">
      <HStack wrap="wrap" justify="space-between" gap="3">
        <Stack gap="1" flex="[1 1 16rem]">
          <HStack gap="2" wrap="wrap">
            <ApplicationState application={application} />
            <Text fontWeight="bold">{listed(application.child_names)}</Text>
            {application.child_names.length > 1 && <Badge>Only together</Badge>}
          </HStack>
          <Text color="fg.muted">
            <Link asChild>
              <RouterLink to={paths.adminParent(application.parent_id)}>{application.parent_name}</RouterLink>
            </Link>
            , since {businessDate(application.since)}
            {application.put_first_reason &&
              `, put first: ${putFirstTexts[application.put_first_reason].toLowerCase()}`}
          </Text>
          {application.offer && application.takes_no_mail && (
            <IconLine icon={PhoneCall} fontWeight="bold" color="danger.fg">
              No email reaches this family. Call <AdultPhones adults={application.adults} />
            </IconLine>
          )}
        </Stack>
        <HStack wrap="wrap" gap="2">
          {application.offer ? (
            <>
              <OfferAnswers offer={{ ...application, ...application.offer }} />
              <Button type="button" variant="outline" size="sm" onClick={() => onAction('withdraw')}>
                Withdraw offer
              </Button>
            </>
          ) : (
            <Button type="button" variant="outline" size="sm" onClick={() => onAction('first')}>
              Put first
            </Button>
          )}
          <Button type="button" variant="outline" size="sm" onClick={() => onAction('remove')}>
            Remove
          </Button>
        </HStack>
      </HStack>
    </Card.Body>
  </Card.Root>
);

const ApplicationState = ({ application: { rank, offer } }: Pick<ApplicationRowProps, 'application'>) =>
  offer ? (
    <Badge variant="solid" colorPalette="accent">
      Offer until {formatDeadline(offer.until, businessNow())}
    </Badge>
  ) : (
    <Badge colorPalette="brand">{rank}.</Badge>
  );
